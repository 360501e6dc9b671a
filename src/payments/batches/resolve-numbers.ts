/** Resolves invoice numbers of a payment file to payables. */

import type { Context } from '../../cli/context.ts';
import { type InputProblem, UsageError } from '../../cli/errors.ts';
import { isPaymentInFlight } from '../../cli/payable/describe-payable.ts';
import { isUsable, looksLike } from '../../cli/payable/find-payable.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { lookUpPayables, type PayableLookup } from './fetch-payables.ts';
import type { PaymentInput } from './read-payment-file.ts';

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
  if (byId.every((it) => it.payable !== undefined)) return byId;
  const received = await receivedPayables(context, businessId);
  const problems: InputProblem[] = [];
  const matches = byId.map((it) =>
    it.payable ? it.input : withId(it.input, received, { expectPayee, problems }),
  );
  refuseTwice(matches, problems);
  if (problems.length > 0) {
    throw new UsageError(
      [
        `${problems.length === 1 ? '1 row' : `${problems.length} rows`} must be changed; nothing was sent.`,
        ...problems.map(({ row, message }) => `row ${row}: ${message}`),
      ],
      { problems },
    );
  }
  // What is paid is read by its id, as it is for every other row.
  return lookUpPayables(context, matches, businessId);
}

/** Returns the payables that the business pays, by their invoice number. */
async function receivedPayables(
  context: Context,
  businessId: string,
): Promise<ReadonlyMap<string, readonly Payable[]>> {
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
  received: ReadonlyMap<string, readonly Payable[]>,
  {
    expectPayee,
    problems,
  }: { readonly expectPayee: string | undefined; readonly problems: InputProblem[] },
): PaymentInput {
  const { payableId: number, connectionId, row } = input;
  const all = (received.get(number) ?? []).filter(
    (it) => connectionId === undefined || it.connectionId === connectionId,
  );
  const wrong = (message: string) => void problems.push({ field: 'payableId', row, message });
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
function refuseTwice(rows: readonly PaymentInput[], problems: InputProblem[]): void {
  const rowOf = new Map<string, number>();
  for (const { payableId, row } of rows) {
    const earlier = rowOf.get(payableId);
    if (earlier === undefined) rowOf.set(payableId, row);
    else {
      const message = `payable ${payableId} is a duplicate of row ${earlier}`;
      problems.push({ field: 'payableId', row, message });
    }
  }
}
