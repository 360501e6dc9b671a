/** Resolves invoice numbers of a payment file to payables. */

import { createIdExamples, looksLikeId } from '../../api/id-or-name.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { isPaymentInFlight } from '../../api/payment-phase.ts';
import { GuardError, UsageError } from '../errors.ts';
import { MAX_SHOWN } from '../gate/describe.ts';
import { mayHaveDirection } from '../gate/describe-payable.ts';
import { payableChanges } from '../gate/payable-changes.ts';
import { describeFound, ofExpectedPayee, ofOtherPayees, otherIdsOf } from '../gate/same-number.ts';
import type { RunPort } from '../port.ts';
import { lookUpPayables, type PayableLookup } from './fetch-payables.ts';
import type { PaymentInput } from './payment-inputs.ts';
import {
  nameOf,
  type PaymentProblem,
  paymentProblemLines,
  toInputProblems,
} from './row-problems.ts';

/** Rules for rows with an invoice number: the payee that they need, and how the payable is stated. */
export interface NumberRules {
  readonly expectPayee: string | undefined;
  /**
   * The author of numbers on the command line; each is told with the payable that it names. A person reads that, so that
   * neither a connection nor a payee is needed.
   */
  readonly typedBy?: 'person' | 'script';
}

/**
 * Reads the payable of every row, by its id or else by its invoice number, in the order of the rows. A number is
 * searched among all payables received: those that can be paid or are, before others. A payable found by its number is read again by its id.
 * A row that names no payable has `undefined`.
 *
 * @throws {UsageError} With every row whose number has several payables, or lacks what the rules need beside it, and every payable that two rows name.
 * @throws {GuardError} If a payable is not the one that was listed with its number (14).
 */
export async function resolvePayables(
  context: RunPort,
  rows: readonly PaymentInput[],
  rules: NumberRules,
): Promise<PayableLookup[]> {
  const businessId = context.business();
  const byId = await lookUpPayables(context, rows, businessId);
  const hasNumbers = byId.some((it) => it.payable === undefined);
  const received: PayablesByNumber = hasNumbers
    ? await receivedPayables(context, byId, businessId)
    : new Map();
  const problems: PaymentProblem[] = [];
  const matches = byId.map((it) =>
    it.payable ? it.input : withId(it.input, received, { rules, problems }),
  );
  // A row that names no payable is told so, whatever other rows say.
  refuseTwice(
    matches.filter((it, at) => byId[at]?.payable !== undefined || it !== byId[at]?.input),
    problems,
  );
  if (problems.length > 0) {
    throw new UsageError(
      [
        `${problems.length === 1 ? '1 row' : `${problems.length} rows`} must be changed; nothing was sent.`,
        ...paymentProblemLines(problems),
      ],
      { problems: toInputProblems(problems) },
    );
  }
  if (!hasNumbers) return byId;
  // What is paid is read by its id, as it is for every other row.
  const found = await lookUpPayables(context, matches, businessId);
  assertAsListed(context, byId, found, { received, rules });
  return found;
}

/** Checks that what was found by a number is what was listed with it, and says how many rows that are. */
function assertAsListed(
  context: RunPort,
  typed: readonly PayableLookup[],
  found: readonly PayableLookup[],
  { received, rules }: { readonly received: PayablesByNumber; readonly rules: NumberRules },
): void {
  const byNumber = typed.flatMap(({ input: { payableId: number } }, at) => {
    const now = found[at]?.payable;
    return now === undefined || found[at]?.input.payableId === number ? [] : [{ number, now }];
  });
  for (const { number, now } of byNumber) {
    assertSame(
      number,
      received.get(number)?.find(({ id }) => id === now.id),
      now,
    );
  }
  if (byNumber.length === 0) return;
  if (rules.typedBy) {
    for (const { number, now } of byNumber) {
      context.notice(`Invoice number ${number}: ${describeFound(now)}`);
    }
    return;
  }
  const rows = byNumber.length === 1 ? '1 row was' : `${byNumber.length} rows were`;
  context.notice(`${rows} found by invoice number.`);
}

function assertSame(number: string, listed: Payable | undefined, now: Payable): void {
  const changes = listed === undefined ? ['its number'] : payableChanges(listed, now);
  if (changes.length === 0) return;
  throw new GuardError(
    'changed_meanwhile',
    `Payable ${now.id} is not as it was listed with the invoice number '${number}' (${changes.join(', ')}). Nothing was sent.`,
    [`remit payable get ${now.id}`],
  );
}

type PayablesByNumber = ReadonlyMap<string, readonly Payable[]>;

/** Returns the payables that the business pays and that rows name, by their invoice number. */
async function receivedPayables(
  context: RunPort,
  rows: readonly PayableLookup[],
  businessId: string,
): Promise<PayablesByNumber> {
  const wanted = new Set(rows.filter((it) => !it.payable).map(({ input }) => input.payableId));
  const found = new Map<string, Payable[]>();
  const [own, others] = [createIdExamples(), createIdExamples()];
  others.add(businessId);
  const all = context.records<Payable>(payable.list, { params: { businessId } });
  for await (const it of all) {
    own.add(it.id);
    for (const id of otherIdsOf(it)) others.add(id);
    const number = it.invoiceNumber ?? '';
    if (!wanted.has(number) || !mayHaveDirection(it, 'received', businessId)) continue;
    const same = found.get(number);
    if (same) same.push(it);
    else found.set(number, [it]);
  }
  const shown = { own: own.list(), others: others.list() };
  return new Map([...found].filter(([number]) => !looksLikeId(number, shown)));
}

const isPayableOrPaid = ({ status }: Payable) => status === 'APPROVED' || status === 'PAID';

/** Returns the row with the id of the payable that its number names. */
function withId(
  input: PaymentInput,
  received: PayablesByNumber,
  { rules, problems }: { readonly rules: NumberRules; readonly problems: PaymentProblem[] },
): PaymentInput {
  const { expectPayee, typedBy } = rules;
  const { payableId: number, connectionId } = input;
  const onConnection = (received.get(number) ?? []).filter(
    (it) => connectionId === undefined || it.connectionId === connectionId,
  );
  const all = ofExpectedPayee(onConnection, expectPayee);
  const wrong = (message: string) => void problems.push({ input, field: 'payableId', message });
  // A file that is paid again must not pay a copy of an invoice in place of the one that it has paid.
  const meant = all.filter((it) => isPayableOrPaid(it) || isPaymentInFlight(it));
  const [only, ...equal] = meant.length > 0 ? meant : all;
  if (!only) return input;
  const several = [...new Set([only, ...equal, ...ofOtherPayees(only, all)])];
  if (several.length > 1) {
    const shown = several.slice(0, MAX_SHOWN).map(describeFound);
    const more = several.length - shown.length;
    const all = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
    wrong(`${several.length} payables have the invoice number '${number}': ${all}`);
  } else if (connectionId === undefined && expectPayee === undefined && typedBy !== 'person') {
    const connection = typedBy ? '--connection' : 'the column connectionId,';
    wrong(`invoice number '${number}' requires ${connection} or --expect-payee`);
  }
  return { ...input, payableId: only.id };
}

/** Adds a problem for each row whose payable an earlier row names, by its id or its number. */
function refuseTwice(rows: readonly PaymentInput[], problems: PaymentProblem[]): void {
  const first = new Map<string, PaymentInput>();
  for (const input of rows) {
    const earlier = first.get(input.payableId);
    if (earlier === undefined) first.set(input.payableId, input);
    else {
      const message = `${input.payableId} is a duplicate of ${nameOf(earlier)}`;
      problems.push({ input, field: 'payableId', message });
    }
  }
}
