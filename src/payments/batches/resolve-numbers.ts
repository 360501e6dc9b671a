/** Resolves invoice numbers of a payment file to payables. */

import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { isPaymentInFlight } from '../../cli/payable/describe-payable.ts';
import { isUsable, looksLike } from '../../cli/payable/find-payable.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { lookUpPayables, type PayableLookup } from './fetch-payables.ts';
import type { PaymentInput } from './read-payment-file.ts';
import {
  nameOf,
  type PaymentProblem,
  paymentProblemLines,
  toInputProblems,
} from './row-problems.ts';

/**
 * Reads the payable of every row, by its id or else by its invoice number, in the order of the rows. A number is
 * searched among all payables received, those that can be paid first. A row that names no payable has `undefined`.
 *
 * @throws {UsageError} With every row whose number has several payables, or has neither a connection nor an expected
 *   payee, and every payable that two rows name.
 */
export async function resolvePayables(
  context: Context,
  rows: readonly PaymentInput[],
  expectPayee: string | undefined,
): Promise<PayableLookup[]> {
  const businessId = context.business();
  const byId = await lookUpPayables(context, rows, businessId);
  const hasNumbers = byId.some((it) => it.payable === undefined);
  const received: PayablesByNumber = hasNumbers
    ? await receivedPayables(context, businessId)
    : new Map();
  const problems: PaymentProblem[] = [];
  const matches = byId.map((it) =>
    it.payable ? it.input : withId(it.input, received, { expectPayee, problems }),
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
  return lookUpPayables(context, matches, businessId);
}

type PayablesByNumber = ReadonlyMap<string, readonly Payable[]>;

/** Returns the payables that the business pays, by their invoice number. */
async function receivedPayables(context: Context, businessId: string): Promise<PayablesByNumber> {
  const found = new Map<string, Payable[]>();
  const all = context.records<Payable>(payable.list, { params: { businessId } });
  let example: string | undefined;
  for await (const it of all) {
    example ??= it.id;
    const number = it.invoiceNumber;
    if (!number || looksLike(number, example)) continue;
    if (!isUsable(it, { direction: 'received' }, businessId)) continue;
    found.set(number, [...(found.get(number) ?? []), it]);
  }
  return found;
}

/** Returns the row with the id of the payable that its number names. */
function withId(
  input: PaymentInput,
  received: PayablesByNumber,
  {
    expectPayee,
    problems,
  }: { readonly expectPayee: string | undefined; readonly problems: PaymentProblem[] },
): PaymentInput {
  const { payableId: number, connectionId } = input;
  const all = (received.get(number) ?? []).filter(
    (it) => connectionId === undefined || it.connectionId === connectionId,
  );
  const wrong = (message: string) => void problems.push({ input, field: 'payableId', message });
  const open = all.filter((it) => it.status === 'APPROVED' && !isPaymentInFlight(it));
  const inFlight = all.filter(isPaymentInFlight);
  const [only, ...others] = [open, inFlight, all].find(({ length }) => length > 0) ?? [];
  if (!only) return input;
  if (others.length > 0) {
    const ids = [only, ...others].map((it) => it.id).join(', ');
    wrong(`${others.length + 1} payables have the invoice number '${number}': ${ids}`);
  } else if (connectionId === undefined && expectPayee === undefined) {
    wrong(`invoice number '${number}' requires the column connectionId, or --expect-payee`);
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
