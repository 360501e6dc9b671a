/** Finds the payable that a person names, by its id or its invoice number. */

import { ApiError } from '../../contract/http/api-error.ts';
import { type Payable, type PayableStatus, payable } from '../../contract/payable.ts';
import { centsIn, usd } from '../../render/money.ts';
import type { Context } from '../context.ts';
import { GuardError, UsageError } from '../errors.ts';
import { option } from '../flags/flag.ts';
import { id, isId } from '../flags/value-parsers.ts';
import { shellWord } from '../shell-word.ts';
import { isInteractive } from '../system.ts';
import { directionOf } from './describe-payable.ts';

/** The payables that a command can act on: only these are searched for an invoice number. */
export interface PayableUse {
  readonly direction?: 'sent' | 'received';
  readonly statuses?: readonly PayableStatus[];
  /** A further condition. */
  readonly fits?: (it: Payable) => boolean;
  /** Whether the command moves money, lets it be moved, or cannot be undone. */
  readonly isFinal?: true;
}

/** The payables that a command can act on, by the words of the command. */
export const payableUses = {
  read: {},
  approve: { direction: 'received', statuses: ['SUBMITTED'], isFinal: true },
  decline: { direction: 'received', statuses: ['SUBMITTED', 'APPROVED'], isFinal: true },
  pay: { direction: 'received', statuses: ['APPROVED'], isFinal: true },
  checkPolicy: { direction: 'received', statuses: ['APPROVED'] },
  submit: { direction: 'sent', statuses: ['DRAFT'] },
  update: { direction: 'sent', statuses: ['DRAFT', 'SUBMITTED'] },
  cancel: {
    direction: 'sent',
    statuses: ['DRAFT', 'SUBMITTED', 'APPROVED', 'SCHEDULED'],
    isFinal: true,
  },
  remind: { direction: 'sent', statuses: ['SUBMITTED', 'APPROVED'] },
  link: { direction: 'sent', statuses: ['SUBMITTED', 'APPROVED'] },
  disableLink: { direction: 'sent', isFinal: true },
} as const satisfies Readonly<Record<string, PayableUse>>;

/** Flags and values that say more about the payable. */
export interface PayableHints {
  /** The id of its connection. */
  readonly connection?: string | undefined;
  /** The name or id of its payee. */
  readonly expectPayee?: string | undefined;
  /** Reads a payable by its id, in place of `payable.get`. */
  readonly read?: (payableId: string) => Promise<Payable>;
}

/** The flag that says which connection an invoice number is of. */
export const numberFlags = {
  connection: option('--connection <id>', 'connection of the payable, for an invoice number', id),
};

/**
 * Returns the payable with this id, or else the only one with this invoice number that the command can act on. A text
 * that looks like the ids of the service is never taken for an invoice number, since a payee chooses these.
 *
 * @throws {ApiError} (6) if there is none.
 * @throws {UsageError} (2) if several fit; and, for a command that cannot be undone, if nobody can be asked and neither
 *   its connection nor its payee is given.
 * @throws {GuardError} (14) if the payable is of another connection than the given one.
 */
export async function findPayable(
  context: Context,
  typed: string,
  use: PayableUse,
  hints: PayableHints = {},
): Promise<Payable> {
  const params = { businessId: context.business() };
  const read =
    hints.read ??
    ((payableId: string) => context.call(payable.get, { params: { ...params, payableId } }));
  const byId = isId(typed) ? await unlessMissing(() => read(typed)) : undefined;
  if (byId && 'found' in byId) return assertConnection(byId.found, hints);
  const missing = byId?.missing ?? notFound(typed);
  const candidates = await withNumber(context, typed, use, hints);
  if (candidates === undefined) throw missing;
  if (candidates.length === 0) throw (await unusableError(context, typed, hints)) ?? missing;
  const only = onlyOne(typed, candidates, hints);
  if (use.isFinal) assertMeant(context, typed, hints);
  return assertConnection(await read(only.id), hints);
}

const notFound = (typed: string) =>
  new ApiError(404, 'not_found', `No payable has the invoice number '${typed}'.`);

/** Returns the error for a number of payables that the command cannot act on, with their states; `undefined` without one. */
async function unusableError(
  context: Context,
  typed: string,
  hints: PayableHints,
): Promise<ApiError | undefined> {
  const found = (await withNumber(context, typed, payableUses.read, hints)) ?? [];
  if (found.length === 0) return undefined;
  const more = found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [];
  const states = [...found.slice(0, MOST_SHOWN).map(stateOf), ...more].join('; ');
  const message = `No payable with the invoice number '${typed}' can be used here: ${states}.`;
  return new ApiError(404, 'not_found', message);
}

function stateOf(it: Payable): string {
  const payment = it.paymentStatus ? `, its payment ${it.paymentStatus}` : '';
  return `${it.id} is ${it.status ?? 'in an unknown status'}${payment}`;
}

async function unlessMissing(
  read: () => Promise<Payable>,
): Promise<{ readonly found: Payable } | { readonly missing: ApiError }> {
  try {
    return { found: await read() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { missing: error };
    throw error;
  }
}

/**
 * Returns the payables with a number that the command can act on, from a complete list; `undefined` if the text looks
 * like an id.
 */
async function withNumber(
  context: Context,
  typed: string,
  use: PayableUse,
  { connection }: PayableHints,
): Promise<readonly Payable[] | undefined> {
  const businessId = context.business();
  const { statuses = [] } = use;
  const query = {
    ...(statuses.length === 1 && { status: statuses[0] }),
    ...(connection !== undefined && { connectionId: connection }),
  };
  const found: Payable[] = [];
  let isFirst = true;
  for await (const it of context.records<Payable>(payable.list, {
    params: { businessId },
    query,
  })) {
    if (isFirst && looksLike(typed, it.id)) return undefined;
    isFirst = false;
    const isOnConnection = connection === undefined || it.connectionId === connection;
    if (it.invoiceNumber === typed && isOnConnection && isUsable(it, use, businessId))
      found.push(it);
  }
  return found;
}

/** Reports whether a command can act on a payable. A field that the service does not send excludes nothing. */
export function isUsable(
  it: Payable,
  { direction, statuses, fits = () => true }: PayableUse,
  businessId: string,
): boolean {
  const side = directionOf(it, businessId);
  const isOnSide = direction === undefined || side === null || side === direction;
  const isInState = !statuses || !it.status || statuses.some((status) => status === it.status);
  return isOnSide && isInState && fits(it);
}

/** Reports whether a text has the form of an id: its prefix (`pay_`), or else its letters and digits in equal places. */
export function looksLike(text: string, example: string): boolean {
  const [prefix] = /^[A-Za-z]{2,}[_:.]/.exec(example) ?? [];
  if (prefix !== undefined) return text.startsWith(prefix);
  const form = (it: string) => it.replaceAll(/[A-Za-z]/g, 'a').replaceAll(/\d/g, '9');
  return form(text) === form(example) || (text.length === example.length && text.length >= 20);
}

function onlyOne(
  typed: string,
  candidates: readonly Payable[],
  { expectPayee }: PayableHints,
): Payable {
  const ofPayee = candidates.filter((it) =>
    [it.payeeName, it.senderBusinessId, it.businessId].includes(expectPayee),
  );
  const fitting = expectPayee === undefined || ofPayee.length === 0 ? candidates : ofPayee;
  const [only, ...others] = fitting;
  if (only && others.length === 0) return only;
  throw new UsageError(
    [
      `${fitting.length} payables have the invoice number '${typed}':`,
      ...fitting.slice(0, MOST_SHOWN).map(lineFor),
      ...(fitting.length > MOST_SHOWN ? [`  and ${fitting.length - MOST_SHOWN} more`] : []),
    ],
    {
      code: 'ambiguous_number',
      problems: [{ field: 'payable', message: `${fitting.length} payables have this number` }],
      next: ['type the id of one of them, or add --connection'],
    },
  );
}

const MOST_SHOWN = 20;

function lineFor(it: Payable): string {
  const cents = centsIn(it.amount);
  const party = it.direction === 'sent' ? it.payerName : it.payeeName;
  return `  ${[it.id, party, cents === undefined ? undefined : usd(cents), it.status, it.connectionId].filter(Boolean).join(' · ')}`;
}

/** Refuses an invoice number for something final that no person confirms, unless its connection or payee is given. */
function assertMeant(context: Context, typed: string, hints: PayableHints) {
  const { connection, expectPayee } = hints;
  if (connection !== undefined || expectPayee !== undefined) return;
  if (isInteractive(context.system, context.globalFlags) && !context.globalFlags.yes) return;
  const flags = 'expectPayee' in hints ? '--connection or --expect-payee' : '--connection';
  const message = `'${typed}' is an invoice number: without a confirmation, add ${flags}, or use the id.`;
  throw new UsageError(message, {
    problems: [{ field: 'payable', message }],
    next: [`remit payable list --search ${shellWord(typed)} --columns id,connectionId,payeeName`],
  });
}

function assertConnection(found: Payable, { connection }: PayableHints): Payable {
  if (connection === undefined || !found.connectionId || found.connectionId === connection) {
    return found;
  }
  throw new GuardError(
    'expectation',
    `Payable ${found.id} is of connection ${found.connectionId}, not of ${connection}.`,
    [`remit payable get ${found.id}`],
  );
}
