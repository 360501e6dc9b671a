/** One call of a client, in a run of its own or shared with other reads. */

import type { LooseInput } from '../api/client/build-request.ts';
import { passThrough } from '../api/client/response/pass-through.ts';
import { dollarsAsCents } from '../api/money.ts';
import type { OperationInput } from '../api/operations/operation.ts';
import type { NamedOperation } from '../api/operations/operations.ts';
import { payable } from '../api/operations/payable.ts';
import { elementOf, mapAmounts, shapeOf } from '../api/schema/schema-introspection.ts';
import { completeUpdate } from '../cli/payable/update-body.ts';
import { isRecord } from '../is-record.ts';
import { UsageError } from '../money/errors.ts';
import type { Expectations } from '../money/gate/expectations.ts';
import type { MoneyPort } from '../money/port.ts';
import { pagesOf } from '../paged-iterable.ts';
import { type CallFields, toOperationInput } from '../runtime/operation-input.ts';
import type { ScopeCalls } from '../runtime/scope.ts';
import type { CallSettings } from './client-options.ts';

/** All that a call of a client may use. */
export type ClientScope = ScopeCalls & MoneyPort;

/** A call: its operation, its fields and its options. */
export interface ClientCall {
  readonly op: NamedOperation;
  readonly fields: CallFields;
  readonly options: CallSettings;
}

/** The operations whose payables are read as the business that owes them, which the request does not name. */
const paysFor = ['pay.initiate', 'pay.bulkInitiate'];

/** Reads the pages of a list, with amounts in cents. Throws like `context.records`. */
export async function* listPages(
  { op, fields }: ClientCall,
  context: ClientScope,
): AsyncGenerator<readonly unknown[]> {
  const { limit, skip, pageSize, ...filters } = fields;
  for (const [name, value] of Object.entries({ limit, skip, pageSize })) assertCount(name, value);
  const input = inputOf(op, filters, context, []);
  const rows = context.records<unknown>(op, input, {
    limit: limit as number | undefined,
    skip: skip as number | undefined,
    pageSize: pageSize as number | undefined,
  });
  const page = shapeOf(op.response())['data'];
  const row = page && elementOf(page);
  for await (const found of pagesOf(rows)) {
    yield row ? found.map((it) => mapAmounts(row, it, dollarsAsCents)) : found;
  }
}

function assertCount(name: string, value: unknown): void {
  const least = name === 'skip' ? 0 : 1;
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= least)) return;
  throw invalid(name, `must be a whole number, ${least} or more`);
}

/** Reads a file of the service as it arrives. Throws like `Service.download`. */
export async function openFile(
  { op, fields }: ClientCall,
  context: ClientScope,
): Promise<AsyncIterable<string | Uint8Array>> {
  const input = inputOf(op, fields, context, []) as OperationInput<NamedOperation>;
  return passThrough(await (await context.service()).download(op, input), undefined);
}

/** Calls an operation and returns its response with amounts in cents. Throws like `context.call`. */
export async function callOnce(
  { op, fields, options }: ClientCall,
  context: ClientScope,
): Promise<unknown> {
  if (op.id === 'payable.approve') return approveOnce({ op, fields, options }, context);
  const input = inputOf(op, fields, context, []);
  const complete = op.id === 'payable.update' ? await completeUpdate(input, context) : input;
  const answer = await context.call(op, complete as OperationInput<NamedOperation>, options);
  return mapAmounts(op.response(), answer, dollarsAsCents);
}

/** Approves a payable as the program does: read, checked against policy and `confirm`, and read again before the send. */
async function approveOnce(
  { op, fields, options }: ClientCall,
  context: ClientScope,
): Promise<unknown> {
  const { confirmApprovals, prepareApprovals } = await import('../money/gate/approvals.ts');
  const { confirm, ...rest } = fields;
  const expected = expectationOf(confirm, 'confirm', true);
  const input = inputOf(op, rest, context, []) as OperationInput<typeof payable.approve>;
  const found = await context.call(payable.get, { params: input.params });
  const approvals = await prepareApprovals(context, input.params.businessId, [found]);
  await confirmApprovals(context, approvals, { expected });
  const approval = approvals[0];
  const answer = await context.call(payable.approve, input, { ...options, approval });
  return mapAmounts(op.response(), answer, dollarsAsCents);
}

/**
 * Sends an operation that moves money as the program does: prepared, checked against policy, journal and `confirm`, and
 * journaled before the send. The response, with amounts in cents, is passed to `onResult`, even if an error follows.
 */
export async function sendMoney(
  { op, fields, options }: ClientCall,
  context: ClientScope,
  onResult: (result: unknown) => void,
): Promise<void> {
  const { assertExpectedMovements } = await import('../money/gate/expectations.ts');
  const { readReauthorization } = await import('../money/gate/reauthorization.ts');
  const { payments: returned, reason } = options.reauthorization ?? {};
  const { expected, rest } = withoutConfirmation(op, fields);
  const input = inputOf(op, rest, context, paysFor.includes(op.id) ? ['businessId'] : []);
  const { businessId } = fields;
  const payments = await context.payments();
  const prepared = await payments.prepare(op, input as OperationInput<NamedOperation>, {
    ...(paysFor.includes(op.id) && { businessId: textOf(businessId) ?? context.business() }),
    allowDuplicate: options.allowDuplicate,
    idempotencyKey: options.idempotencyKey,
    reference: options.reference,
    reauthorized: readReauthorization(returned, reason),
    mustBeKnown: true,
  });
  await payments.check(prepared);
  assertExpectedMovements(expected, prepared);
  await payments.confirm([prepared], [], `${op.summary}?`, { isExpected: expected.length > 0 });
  onResult(mapAmounts(op.response(), await payments.send(prepared), dollarsAsCents));
}

const inputOf = (
  op: NamedOperation,
  fields: CallFields,
  context: ClientScope,
  extras: readonly string[],
): LooseInput =>
  toOperationInput(op, fields, { business: () => context.business(), extras, unit: 'cents' });

/** Takes the confirmations out of the fields: one for each movement of money. */
function withoutConfirmation(
  { id }: NamedOperation,
  fields: CallFields,
): { readonly expected: readonly Expectations[]; readonly rest: CallFields } {
  if (id === 'pay.cancel') return { expected: [], rest: fields };
  if (id !== 'pay.bulkInitiate') {
    const { confirm, ...rest } = fields;
    return { expected: [expectationOf(confirm, 'confirm', id !== 'business.withdraw')], rest };
  }
  const { payments } = fields;
  const rows = Array.isArray(payments) ? payments.map((it) => (isRecord(it) ? it : {})) : [];
  return {
    expected: rows.map(({ confirm }, at) => expectationOf(confirm, `payments.${at}.confirm`, true)),
    rest: { ...fields, payments: rows.map(({ confirm: _, ...row }) => row) },
  };
}

/** Reads a confirmation. Throws `UsageError` unless it has a whole amount, and a payee if the operation has one. */
function expectationOf(confirm: unknown, field: string, hasPayee: boolean): Expectations {
  const members = hasPayee ? '{ amount, payee }' : '{ amount }';
  if (!isRecord(confirm)) throw invalid(field, `is required: ${members}`);
  const { amount, payee, ...others } = confirm;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) {
    throw invalid(`${field}.amount`, 'must be whole cents above zero');
  }
  const isPayee = hasPayee ? typeof payee === 'string' && payee !== '' : payee === undefined;
  if (!isPayee) throw invalid(`${field}.payee`, hasPayee ? 'is required' : 'is unknown');
  const [surplus] = Object.keys(others);
  if (surplus !== undefined) throw invalid(`${field}.${surplus}`, 'is unknown');
  return { expectAmount: amount, expectPayee: textOf(payee) };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const invalid = (field: string, message: string) =>
  new UsageError(`${field} ${message}.`, { problems: [{ field, message }] });
