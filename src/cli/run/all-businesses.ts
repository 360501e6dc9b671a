/** Commands that only read, run for every business of the account (`-b all`). */

import { type Business, business } from '../../api/operations/business.ts';
import { compareText } from '../../compare-text.ts';
import { AllBusinessesError } from '../../errors/errors.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { PagedRows, pagesOf } from '../../paged-iterable.ts';
import { columns, type View } from '../../render/view.ts';
import type { AnyCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { isGiven } from '../list/record-filter.ts';

/**
 * Checks that a command can be run for every business.
 *
 * @throws {UsageError} if it acts for one, or a flag selects from the rows of all.
 */
export function assertRunsForAll(
  { perBusiness, view }: AnyCommand,
  flags: Readonly<Record<string, unknown>>,
): void {
  if (perBusiness === undefined) throw new AllBusinessesError();
  const refused = perBusiness.without.filter(
    (name) => isGiven(flags[name]) && !(Array.isArray(flags[name]) && flags[name].length === 0),
  );
  const names = refused.map(
    (name) => `--${name.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)}`,
  );
  if (names.length > 0) {
    throw new UsageError(`${names.join(', ')} cannot be combined with -b all.`);
  }
  if (view.kind !== 'list') throw new UsageError('-b all prints a list, in a format of rows.');
}

/** Returns the command that runs another for every business, in the order of their names, with a column of these. */
export const forAllBusinesses = (command: AnyCommand): AnyCommand => ({
  ...command,
  view: withBusiness(command.view),
  sections: async () => undefined,
  async run(input) {
    const parts: Part[] = [];
    const conditions: ConditionError[] = [];
    for (const [id, name] of await businessesOf(input.context)) {
      const context = contextFor(input.context, id, name);
      const rows = await Promise.resolve(command.run({ ...input, context })).catch(
        (error: unknown) => {
          if (!(error instanceof ConditionError && Array.isArray(error.record))) throw error;
          conditions.push(named(error, name));
          return error.record;
        },
      );
      parts.push({ id, name, rows });
    }
    const all = rowsOf(parts, command.perBusiness?.isShared);
    const [first] = conditions;
    if (!first) return all;
    const record = [];
    for await (const row of all) record.push(row);
    const message = conditions.map((it) => it.message).join(' ');
    throw new ConditionError(first.kind, first.code, message, { next: first.next, record });
  },
});

/** The rows of one business. */
interface Part {
  readonly id: string;
  readonly name: string;
  readonly rows: AsyncIterable<object> | readonly object[];
}

const withBusiness = (view: View): View =>
  view.kind === 'list'
    ? {
        ...view,
        columns: [...columns('business'), ...view.columns],
        also: [...(view.also ?? []), 'actingBusinessId'],
        ...(view.terminal && {
          terminal: [{ key: 'business', kind: 'text', rank: 1, shortensTo: 16 }, ...view.terminal],
        }),
        // What is above or below a table is about one business.
        ...(view.atTerminal?.shows && { atTerminal: { shows: view.atTerminal.shows } }),
      }
    : view;

/** Returns the businesses of the account by name: `[id, name]`; a name that two have is followed by the id. */
async function businessesOf(context: Context): Promise<(readonly [string, string])[]> {
  const all: readonly Business[] = await context.call(business.list, {});
  const nameOf = ({ id, name }: Business) => {
    const isShared = all.some((it) => it.id !== id && it.name === name);
    return !name || isShared ? `${name ?? ''} (${id})`.trim() : name;
  };
  return all
    .map((it) => [it.id, nameOf(it)] as const)
    .toSorted(([, one], [, two]) => compareText(one, two));
}

const contextFor = (context: Context, id: string, name: string): Context => ({
  ...context,
  business: (given) => given ?? id,
  notice: (line, options) => context.notice(`${name}: ${line}`, options),
});

const named = ({ kind, code, message, next }: ConditionError, name: string): ConditionError =>
  new ConditionError(kind, code, `${name}: ${message}`, { next });

/** Returns all rows with their business. A row that belongs to no single business is kept once. */
function rowsOf(
  parts: readonly Part[],
  isShared: (row: object) => boolean = () => false,
): AsyncIterable<object> {
  let isFirst = true;
  return new PagedRows(
    (async function* () {
      for (const { id, name, rows } of parts) {
        const isLater = !isFirst;
        isFirst = false;
        const pages = Array.isArray(rows) ? [rows] : pagesOf(rows as AsyncIterable<object>);
        for await (const page of pages) {
          yield page
            .filter((row) => !(isLater && isShared(row)))
            .map((row) => ({ business: name, actingBusinessId: id, ...row }));
        }
      }
    })(),
  );
}
