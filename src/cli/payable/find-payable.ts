import { ApiError } from '../../api/http/api-error.ts';
import { createIdExamples, isId, looksLikeId } from '../../api/id-or-name.ts';
import { type Payable, type PayableStatus, payable } from '../../api/operations/payable.ts';
import { paymentPhaseOf } from '../../api/payment-phase.ts';
import { GuardError, UsageError } from '../../money/errors.ts';
import { directionOf, mayHaveDirection } from '../../money/gate/describe-payable.ts';
import { payableChanges } from '../../money/gate/payable-changes.ts';
import {
  describeFound,
  ofExpectedPayee,
  ofOtherPayees,
  otherIdsOf,
} from '../../money/gate/same-number.ts';
import { cuttable } from '../../render/cuttable.ts';
import type { Context } from '../context.ts';
import { argument, option } from '../flags/flag.ts';
import { payableReference, reference } from '../flags/value-parsers.ts';
import { shellWord } from '../next-line.ts';
import { fits, type RecordUse } from '../record-use.ts';
import { isInteractive } from '../system.ts';

/** The payables that a command can act on: only these are searched for an invoice number. */
export interface PayableUse extends RecordUse {
  readonly statuses?: readonly PayableStatus[];
  /**
   * The states that payables are in after the command. A number means these too: a command that is typed again must not
   * find a copy of the invoice in place of the one that it has acted on.
   */
  readonly done?: readonly PayableStatus[];
  /** Whether the command moves money, lets it be moved, or cannot be undone. */
  readonly isFinal?: true;
}

const paid = ['SCHEDULED', 'PAID'] as const;

/** The payables that a command can act on, by the words of the command. */
export const payableUses = {
  read: {},
  approve: {
    direction: 'received',
    statuses: ['SUBMITTED'],
    done: ['APPROVED', ...paid],
    isFinal: true,
  },
  decline: {
    direction: 'received',
    statuses: ['SUBMITTED', 'APPROVED'],
    done: ['DECLINED'],
    isFinal: true,
  },
  pay: { direction: 'received', statuses: ['APPROVED'], done: paid, isFinal: true },
  checkPolicy: { direction: 'received', statuses: ['APPROVED'], done: paid },
  submit: { direction: 'sent', statuses: ['DRAFT'] },
  update: { direction: 'sent', statuses: ['DRAFT', 'SUBMITTED'] },
  cancel: {
    direction: 'sent',
    statuses: ['DRAFT', 'SUBMITTED', 'APPROVED', 'SCHEDULED'],
    done: ['CANCELLED'],
    isFinal: true,
  },
  remind: { direction: 'sent', statuses: ['SUBMITTED', 'APPROVED'] },
  link: { direction: 'sent', statuses: ['SUBMITTED', 'APPROVED'] },
  disableLink: { direction: 'sent', isFinal: true },
} as const satisfies Readonly<Record<string, PayableUse>>;

export interface PayableHints {
  /** The id of its connection. */
  readonly connection?: string | undefined;
  /** The name or id of its payee. */
  readonly expectPayee?: string | undefined;
  /** Reads a payable by its id, in place of `payable.get`. */
  readonly read?: (payableId: string) => Promise<Payable>;
}

/** The argument that names a payable, such as `payable to show`. */
export const payableArgument = (what = 'payable') =>
  argument('<payable>', `${what} (id or invoice number)`, payableReference);

/** The flag that says which connection an invoice number is of. */
export const numberFlags = {
  connection: option(
    '--connection <id>',
    'connection of the payable, for an invoice number',
    reference,
  ),
};

/**
 * Returns the payable with this id, or else the only one with this invoice number that the command can act on, or has
 * acted on; if it can act on none, the only one with this number, about which the command says why it cannot. A text that looks like the
 * ids of the service is never taken for an invoice number, since a payee chooses these.
 *
 * A payable that is found by its number is read again by its id. If it is to be changed for good, the next confirmation
 * shows the number with the id, and nothing is sent before it is answered.
 *
 * @throws {ApiError} (6) if there is none.
 * @throws {UsageError} (2) if several fit, or another payee has the same number and nobody is asked; and, for a command
 *   that cannot be undone, if nobody can be asked and neither its connection nor its payee is given.
 * @throws {GuardError} (14) if the payable is of another connection than the given one, or is not the one that was
 *   listed with this number.
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
  const missing = byId?.missing ?? noSuchNumberError(typed);
  const all = await payablesWithNumber(context, typed, hints);
  if (all === undefined) throw missing;
  const onSide = all.filter((it) => mayHaveDirection(it, use.direction, params.businessId));
  const usable = onSide.filter((it) => isUsable(it, use, params.businessId));
  if (usable.length === 0 && onSide.length !== 1) throw unusableError(typed, all) ?? missing;
  const meant = onSide.filter((it) => usable.includes(it) || isDone(it, use));
  const only = onlyOne(typed, usable.length === 0 ? onSide : meant, hints);
  assertMeant(context, typed, {
    only,
    rivals: ofOtherPayees(only, ofExpectedPayee(onSide, hints.expectPayee)),
    use,
    hints,
  });
  const found = await read(only.id);
  const changes = payableChanges(only, found);
  if (changes.length > 0) throw changedError(only.id, typed, changes);
  return assertConnection(found, hints);
}

const changedError = (id: string, typed: string, changes: readonly string[]) =>
  new GuardError(
    'changed_meanwhile',
    `Payable ${id} is not as it was listed with the invoice number '${typed}' (${changes.join(', ')}). Nothing was sent.`,
    [`remit payable get ${id}`],
  );

/** Creates the error for an invoice number that no payable has (6). */
export const noSuchNumberError = (typed: string) =>
  new ApiError(404, 'not_found', `No payable has the invoice number '${typed}'.`);

/** Returns the error for a number of payables that the command cannot act on, with their states; `undefined` without one. */
function unusableError(typed: string, found: readonly Payable[]): ApiError | undefined {
  if (found.length === 0) return undefined;
  const more = found.length > MAX_SHOWN ? [`and ${found.length - MAX_SHOWN} more`] : [];
  const states = [...found.slice(0, MAX_SHOWN).map(stateOf), ...more].join('; ');
  const message = `Invoice number '${typed}' cannot be used here: ${states}.`;
  return new ApiError(404, 'not_found', message);
}

function stateOf(it: Payable): string {
  const payment = it.paymentStatus ? `, with a ${it.paymentStatus} payment` : '';
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

/** Returns all payables with a number, from a complete list; `undefined` if the text looks like an id. */
export async function payablesWithNumber(
  context: Context,
  typed: string,
  { connection }: PayableHints = {},
): Promise<readonly Payable[] | undefined> {
  const businessId = context.business();
  const query = { ...(connection !== undefined && { connectionId: connection }) };
  const found: Payable[] = [];
  const [own, others] = [createIdExamples(), createIdExamples()];
  others.add(businessId);
  for await (const it of context.records<Payable>(payable.list, {
    params: { businessId },
    query,
  })) {
    own.add(it.id);
    for (const id of otherIdsOf(it)) others.add(id);
    const isOnConnection = connection === undefined || it.connectionId === connection;
    if (it.invoiceNumber === typed && isOnConnection) found.push(it);
  }
  return looksLikeId(typed, { own: own.list(), others: others.list() }) ? undefined : found;
}

/** Reports whether a command can act on a payable. A field that the service does not send excludes nothing. */
export const isUsable = (it: Payable, use: RecordUse, businessId: string): boolean =>
  fits(use, {
    direction: directionOf(it, businessId),
    status: it.status,
    payment: paymentPhaseOf(it),
  });

const isDone = ({ status }: Payable, { done }: PayableUse) =>
  done !== undefined && fits({ statuses: done }, { status });

function onlyOne(typed: string, candidates: readonly Payable[], hints: PayableHints): Payable {
  const fitting = ofExpectedPayee(candidates, hints.expectPayee);
  const [only, ...others] = fitting;
  if (only && others.length === 0) return only;
  throw ambiguousError(typed, fitting);
}

const ambiguousError = (typed: string, found: readonly Payable[]) =>
  new UsageError(
    [
      `${found.length} payables have the invoice number '${typed}':`,
      ...found.slice(0, MAX_SHOWN).map((it) => `  ${describeFound(it)}`),
      ...(found.length > MAX_SHOWN ? [`  and ${found.length - MAX_SHOWN} more`] : []),
    ],
    {
      code: 'ambiguous_number',
      problems: [{ field: 'payable', message: `${found.length} payables have this number` }],
      next: ['type the id of one of them, or add --connection'],
    },
  );

const MAX_SHOWN = 20;

interface FoundByNumber {
  readonly only: Payable;
  readonly rivals: readonly Payable[];
  readonly use: PayableUse;
  readonly hints: PayableHints;
}

/**
 * Has a person confirm the payable of a number, if the command changes it for good and a person can be asked: without
 * one, the connection or the payee must be given, and no other payee may have the number.
 */
function assertMeant(
  context: Context,
  typed: string,
  { only, rivals, use, hints }: FoundByNumber,
): void {
  const { isFinal, direction } = use;
  const isAsked =
    isFinal && isInteractive(context.system, context.globalFlags) && !context.globalFlags.yes;
  const found = cuttable`Invoice number ${typed}: ${describeFound(only)}`;
  if (isAsked) {
    const others = rivals
      .slice(0, MAX_SHOWN)
      .map((it) => cuttable`Another payee has this number: ${describeFound(it)}`);
    context.confirmNext([found, ...others]);
    return;
  }
  if (rivals.length > 0) throw ambiguousError(typed, [only, ...rivals]);
  if (isFinal) assertSaidWhose(typed, hints);
  if (direction !== undefined) context.notice(String(found));
}

/** Refuses an invoice number without its connection or its payee. */
function assertSaidWhose(typed: string, hints: PayableHints): void {
  const { connection, expectPayee } = hints;
  if (connection !== undefined || expectPayee !== undefined) return;
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
    `Connection mismatch: payable ${found.id} belongs to ${found.connectionId}, not ${connection}.`,
    [`remit payable get ${found.id}`],
  );
}
