/** Names of businesses, connections and bank accounts on a command line, in place of their ids. */

import { ApiError } from '../../api/http/api-error.ts';
import { isId } from '../../api/id-or-name.ts';
import { UsageError } from '../../money/errors.ts';
import { oneBusinessIn } from '../../runtime/scope.ts';
import type { AnyCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { ParsedCommandLine } from '../line/parse.ts';
import { type Candidate, matchName, namedRecords, titleOf } from '../named-records.ts';
import { refuseForeign } from '../own-business.ts';
import { isInteractive } from '../system.ts';
import { canShowMenus } from './may-prompt.ts';
import { pick } from './menu.ts';
import { type NamedValue, namedValues } from './named-values.ts';
import { type Asker, withContext } from './prompt-missing.ts';

/**
 * Replaces the names of a command line by ids, and says which record each name is. An id that exists always wins, and
 * what looks like an id of the service is never a name.
 *
 * @throws {ApiError} (6) for a name of nothing.
 * @throws {UsageError} (2) for a name of several records, if there is no menu; for a partner as business to act for; and
 *   for a name that others choose, in a command that moves money and asks nobody.
 */
export async function resolveNames(
  command: AnyCommand,
  typed: ParsedCommandLine,
  asker: Asker,
): Promise<ParsedCommandLine> {
  const values = namedValues(command, typed);
  const found = { args: { ...typed.args }, flags: { ...typed.flags }, globals: typed.globals };
  for (const value of values) {
    const id = await resolveName(value, { command, asker, typed: { ...typed, ...found } });
    if (value.part === 'globals') found.globals = { ...found.globals, business: id };
    else found[value.part][value.name] = id;
  }
  return { ...typed, ...found };
}

interface Resolving {
  readonly command: AnyCommand;
  readonly typed: ParsedCommandLine;
  readonly asker: Asker;
}

async function resolveName({ kind, text }: NamedValue, its: Resolving): Promise<string> {
  const { label, read } = namedRecords[kind];
  // The business to act for is not known yet if it is what is named.
  const business = kind === 'business' ? undefined : its.typed.globals.business;
  const line = { ...its.typed, globals: { ...its.typed.globals, business } };
  const found = await withContext(line, its.asker, async (context) => {
    const all = await read(context, business ?? oneBusinessIn(context.settings()));
    const match = matchName(text, all);
    if (match === 'id') return undefined;
    const [only, ...others] = match.found;
    if (only === undefined) await refuseUnknown({ kind, text }, all, context);
    if (only === undefined || others.length > 0) return match.found;
    assertMayBeNamed(text, only, match.isOwn, its);
    context.notice(`${label}: ${titleOf(only)} (${only.id})`);
    return [only];
  });
  const [only, ...others] = found ?? [];
  if (found === undefined || only === undefined) return text;
  return others.length === 0 ? only.id : chooseOne({ kind, text }, found, its);
}

/** Lets a person choose one of several records that a text names. */
async function chooseOne(
  { kind, text }: Pick<NamedValue, 'kind' | 'text'>,
  found: readonly Candidate[],
  { typed, asker: { system } }: Resolving,
): Promise<string> {
  const { label, plural } = namedRecords[kind];
  if (!canShowMenus(system, typed.globals)) throw ambiguousError(plural, text, found);
  const choices = found.map((it) => ({ value: it.id, text: `${it.id} · ${titleOf(it)}` }));
  await system.stdin.keyboard.hold();
  return pick(`${label}: ${found.length} match '${text}'`, { choices }, system);
}

/** Refuses a name that others choose, if the command moves money or cannot be undone, and nobody is asked. */
function assertMayBeNamed(
  text: string,
  it: Candidate,
  isOwn: boolean,
  { command, typed, asker }: Resolving,
): void {
  const isAsked = isInteractive(asker.system, typed.globals) && !typed.globals.yes;
  if (isOwn || isAsked || typed.write?.dryRun || !isFinal(command)) return;
  throw new UsageError(
    `'${text}' is a name, of ${titleOf(it)} (${it.id}): without a confirmation, use the id or your own alias.`,
    { code: 'name_not_confirmed', next: [`use ${it.id}`] },
  );
}

const isFinal = ({ writes, calls = [] }: AnyCommand): boolean =>
  writes === true &&
  calls.some(({ effect, irreversible }) => irreversible || effect === 'money' || effect === 'move');

const ambiguousError = (plural: string, text: string, found: readonly Candidate[]) =>
  new UsageError(
    [
      `${found.length} ${plural} match '${text}':`,
      ...found.slice(0, MAX_SHOWN).map((it) => `  ${it.id} · ${titleOf(it)}`),
      ...(found.length > MAX_SHOWN ? [`  and ${found.length - MAX_SHOWN} more`] : []),
    ],
    { code: 'ambiguous_name', next: ['use the id of one of them'] },
  );

const MAX_SHOWN = 20;

/**
 * Refuses a text that names nothing. One that may be an id without a prefix is left to the service.
 *
 * @throws {UsageError} If it is no business of the account, and a business to act for is wanted.
 * @throws {ApiError} (6) If it is nothing else.
 */
async function refuseUnknown(
  { kind, text }: Pick<NamedValue, 'kind' | 'text'>,
  all: readonly Candidate[],
  context: Context,
): Promise<void> {
  const havePrefix = all.some(({ id }) => /^[a-z]{2,}[_:]/.test(id));
  if (isId(text) && !havePrefix) return;
  if (kind === 'business') await refuseForeign(context, text);
  const { noun } = namedRecords[kind];
  throw new ApiError(404, 'not_found', `No ${noun} is called '${text}'.`);
}
