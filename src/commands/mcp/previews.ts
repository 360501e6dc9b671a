import type { Context } from '../../cli/context.ts';
import { PreconditionError } from '../../cli/errors.ts';
import { mapConcurrent } from '../../cli/map-concurrent.ts';
import { checkScheduledDate } from '../../cli/payable/verify-scheduled.ts';
import { business } from '../../contract/business.ts';
import { centsOf } from '../../contract/money.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import type { Payable } from '../../contract/payable.ts';
import { stateOf } from '../../journal/payment-ended.ts';
import { describePreparedBy } from '../../payments/describe.ts';
import type { PreparedRequest } from '../../payments/prepare.ts';
import { usd } from '../../render/money.ts';
import type { ToolRequest } from './read-arguments.ts';

const AT_ONCE = 8;

/** What is to be said at once of what was paid: payments that were ordered for a date, and may be made now. */
export async function paymentWarnings(
  context: Context,
  { id }: NamedOperation,
  asked: ToolRequest,
  answer: unknown,
): Promise<readonly string[]> {
  const { body } = asked.input;
  const orders = id === 'pay.initiate' ? [body] : id === 'pay.bulkInitiate' ? paymentsIn(body) : [];
  const made = id === 'pay.initiate' ? [answer] : paymentsIn(answer);
  const read = await mapConcurrent(orders, AT_ONCE, async (order) => {
    const { payableId, scheduledDate: on } = stateOf(order);
    if (typeof payableId !== 'string' || typeof on !== 'string') return undefined;
    const paymentId = paymentOf(payableId, made);
    const businessId = asked.businessId ?? context.business();
    return checkScheduledDate(context, { businessId, payableId, paymentId, on });
  });
  return read.filter((it) => it !== undefined);
}

/** The service's own record, with what is to be said of it. */
export const withWarnings = (record: unknown, warnings: readonly string[]): unknown =>
  warnings.length === 0 ? record : { ...stateOf(record), warnings };

const paymentsIn = (it: unknown): readonly unknown[] => {
  const { payments } = stateOf(it);
  return Array.isArray(payments) ? payments : [];
};

/** By the name of the payable; an answer of one payment need not say which it is. */
function paymentOf(payableId: string, made: readonly unknown[]): string | undefined {
  const payments = made.map(stateOf);
  const only = payments.length === 1 ? payments[0] : undefined;
  const { paymentId } = payments.find((it) => it['payableId'] === payableId) ?? only ?? {};
  return typeof paymentId === 'string' ? paymentId : undefined;
}

/** What a call would do, read from the service, as far as the request does not say it. */
export interface Preview {
  /** In names, amounts, last four digits and dates: what is confirmed is bound to them. */
  readonly lines: readonly string[];
  /** What is expected and may change while it is looked at. */
  readonly expected?: string;
  /** Why the service would refuse it. */
  readonly obstacle?: PreconditionError | undefined;
}

type Look = (context: Context, asked: ToolRequest) => Promise<Preview>;

/** Describes what a call that moves no money would do, in the words of its operation. */
export const previewCall = (
  op: NamedOperation,
  context: Context,
  asked: ToolRequest,
): Promise<Preview> => looksLike(op)(context, asked);

/** Describes what a prepared request would move. */
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
    obstacle: obstacleIn(prepared, available),
  };
}

/** Estimates change with the clock: they are shown, and no part of what is confirmed. */
const estimate = /, (estimated (?:settlement|arrival) .*)$/;

/** The available balance of the business that withdraws, in cents. */
async function availableTo(context: Context, { params }: PreparedRequest): Promise<number> {
  const businessId = String(stateOf(params)['businessId']);
  return centsOf((await context.call(business.balance, { params: { businessId } })).available);
}

function obstacleIn(
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

/** Everything else that is asked about: in the words of the operation, with what the request names. */
const looksLike =
  ({ summary }: NamedOperation): Look =>
  async (_, { input }) => ({
    lines: [
      summary,
      ...Object.entries({
        ...stateOf(input.params),
        ...stateOf(input.query),
        ...stateOf(input.body),
      })
        .filter(([name]) => name !== 'token')
        .map(([name, value]) => `${name}: ${value}`),
    ],
  });
