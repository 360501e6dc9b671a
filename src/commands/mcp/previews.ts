/** Previews of calls, and warnings about payments. */

import type { Context } from '../../cli/context.ts';
import { PreconditionError } from '../../cli/errors.ts';
import { mapConcurrent } from '../../cli/map-concurrent.ts';
import { checkScheduledDate } from '../../cli/payable/verify-scheduled.ts';
import { business } from '../../contract/business.ts';
import { centsOf } from '../../contract/money.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import type { Payable } from '../../contract/payable.ts';
import { asRecord } from '../../is-record.ts';
import { describePreparedBy } from '../../payments/describe.ts';
import type { PreparedRequest } from '../../payments/prepare.ts';
import { usd } from '../../render/money.ts';
import type { ToolRequest } from './read-arguments.ts';

const CONCURRENCY = 8;

/** Returns warnings about payments that were requested for a date and may be made now. */
export async function paymentWarnings(
  context: Context,
  { id }: NamedOperation,
  request: ToolRequest,
  answer: unknown,
): Promise<readonly string[]> {
  const { body } = request.input;
  const orders = id === 'pay.initiate' ? [body] : id === 'pay.bulkInitiate' ? paymentsIn(body) : [];
  const created = id === 'pay.initiate' ? [answer] : paymentsIn(answer);
  const estimates = await mapConcurrent(orders, CONCURRENCY, async (order) => {
    const { payableId, scheduledDate: on } = asRecord(order);
    if (typeof payableId !== 'string' || typeof on !== 'string') return undefined;
    const paymentId = paymentOf(payableId, created);
    const businessId = request.businessId ?? context.business();
    return checkScheduledDate(context, { businessId, payableId, paymentId, on });
  });
  return estimates.filter((found) => found !== undefined);
}

/** Returns the service's own record, with `warnings` added if there are any. */
export const withWarnings = (record: unknown, warnings: readonly string[]): unknown =>
  warnings.length === 0 ? record : { ...asRecord(record), warnings };

const paymentsIn = (value: unknown): readonly unknown[] => {
  const { payments } = asRecord(value);
  return Array.isArray(payments) ? payments : [];
};

/** Returns the id of the payment of a payable. The response to one payment need not name its payable. */
function paymentOf(payableId: string, created: readonly unknown[]): string | undefined {
  const payments = created.map(asRecord);
  const single = payments.length === 1 ? payments[0] : undefined;
  const { paymentId } =
    payments.find((payment) => payment['payableId'] === payableId) ?? single ?? {};
  return typeof paymentId === 'string' ? paymentId : undefined;
}

/** The effect of a call, read from the service as far as the request does not contain it. */
export interface Preview {
  /** Names, amounts, last four digits and dates; a confirmation is bound to them. */
  readonly lines: readonly string[];
  /** Expected facts that may change while the preview is read. */
  readonly expected?: string;
  /** The reason why the service would refuse the call. */
  readonly refusal?: PreconditionError | undefined;
}

type PreviewOf = (context: Context, request: ToolRequest) => Promise<Preview>;

/** Describes the effect of a call that moves no money. */
export const previewCall = (
  op: NamedOperation,
  context: Context,
  request: ToolRequest,
): Promise<Preview> => describedAs(op)(context, request);

/** Describes the money that a prepared request would move. */
export async function moneyPreviewOf(
  op: NamedOperation,
  context: Context,
  prepared: PreparedRequest,
): Promise<Preview> {
  const lines = await describePreparedBy(context, prepared);
  const available =
    op.id === 'business.withdraw' ? await availableTo(context, prepared) : undefined;
  const estimates = lines.flatMap((line) => estimate.exec(line)?.[1] ?? []);
  const expected = [
    ...(available === undefined ? [] : [`available balance ${usd(available)}`]),
    ...estimates,
  ];
  return {
    lines: lines.map((line) => line.replace(estimate, '')),
    ...(expected.length > 0 && { expected: expected.join(', ') }),
    refusal: refusalFor(prepared, available),
  };
}

/**
 * Matches an estimate in a line. Estimates change with the clock: they are shown, but a confirmation is not bound to
 * them.
 */
const estimate = /, (estimated (?:settlement|arrival) .*)$/;

/** The available balance of the business that withdraws, in cents. */
async function availableTo(context: Context, { params }: PreparedRequest): Promise<number> {
  const businessId = String(asRecord(params)['businessId']);
  return centsOf((await context.call(business.balance, { params: { businessId } })).available);
}

function refusalFor(
  { movements, cents }: PreparedRequest,
  available: number | undefined,
): PreconditionError | undefined {
  for (const { payable, connection: on } of movements) {
    if (payable?.status && payable.status !== 'APPROVED') return notApproved(payable);
    if (on?.status && on.status !== 'active') {
      return new PreconditionError('connection_not_active', `Connection ${on.id} is ${on.status}.`);
    }
  }
  if (available === undefined || cents === null || cents <= available) return undefined;
  return new PreconditionError(
    'insufficient_balance',
    `${usd(cents)} is more than the available balance of ${usd(available)}.`,
  );
}

const notApproved = ({ id, status }: Payable) =>
  new PreconditionError(
    'payable_not_approved',
    `Payable ${id} is ${status}; only APPROVED payables can be paid.`,
  );

/** Describes any other call by the summary of its operation and the fields of its request. */
const describedAs =
  ({ summary }: NamedOperation): PreviewOf =>
  async (_, { input }) => ({
    lines: [
      summary,
      ...Object.entries({
        ...asRecord(input.params),
        ...asRecord(input.query),
        ...asRecord(input.body),
      })
        .filter(([name]) => name !== 'token')
        .map(([name, value]) => `${name}: ${value}`),
    ],
  });
