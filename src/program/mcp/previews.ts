import { atOnce } from '../../cli/at-once.ts';
import type { CallOptions, Context } from '../../cli/context.ts';
import { Stopped, WouldBeRefused } from '../../cli/errors.ts';
import { describePayable } from '../../cli/payable-text.ts';
import { allBanks, describeBank } from '../../cli/paying-bank.ts';
import { arrivesAbout, settlesAbout } from '../../cli/settlement.ts';
import type { BankAccount } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { connection } from '../../contract/connection.ts';
import { centsOf } from '../../contract/money.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { stateOf } from '../../journal/evidence.ts';
import { usd } from '../../render/money.ts';
import type { Asked } from './read-arguments.ts';

/** What a call would do, read from the service, as far as the request does not say it. */
export interface Preview {
  /** In names, amounts, last four digits and dates: what is confirmed is bound to them. */
  readonly lines: readonly string[];
  /** What is expected and may change while it is looked at. */
  readonly expected?: string;
  /** What the journal is told. */
  readonly options?: Pick<CallOptions, 'before' | 'about'>;
  /** Why the service would refuse it. */
  readonly obstacle?: WouldBeRefused | undefined;
}

type Look = (context: Context, asked: Asked) => Promise<Preview>;

/** Reads what a call would do. Throws what reading threw, `Stopped` where the service does not say how much it is. */
export const previewOf = (op: NamedOperation, context: Context, asked: Asked): Promise<Preview> =>
  (looks[op.id] ?? looksLike(op))(context, asked);

const AT_ONCE = 8;

const looks: Readonly<Record<string, Look>> = {
  async 'pay.initiate'(context, asked) {
    const businessId = asked.businessId ?? context.business();
    const one = await orderIn(context, businessId, asked.input.body);
    return {
      lines: [
        `Pay ${one.payee}`,
        `From ${nameOf(await allBanks(context), one.bankId)}, ${one.how}`,
      ],
      expected: settlesAbout(one.timing, await context.serviceTime()).replace(/^, /, ''),
      options: {
        before: { status: one.it.status ?? null },
        about: { cents: one.cents, businessId },
      },
      obstacle: obstacleIn(one.it),
    };
  },

  async 'pay.bulkInitiate'(context, asked) {
    const businessId = asked.businessId ?? context.business();
    const { payments } = stateOf(asked.input.body);
    const given: unknown[] = Array.isArray(payments) ? payments : [];
    const orders = await atOnce(given, AT_ONCE, (it) => orderIn(context, businessId, it));
    const cents = orders.reduce((sum, it) => sum + it.cents, 0);
    const banks = await allBanks(context);
    return {
      lines: [
        `Pay ${orders.length} payables, ${usd(cents)} in all`,
        ...orders.map((it) => `${it.payee}, from ${nameOf(banks, it.bankId)}, ${it.how}`),
      ],
      options: { about: { cents, businessId } },
      obstacle: orders.map(({ it }) => obstacleIn(it)).find((it) => it !== undefined),
    };
  },

  async 'pay.quickPay'(context, { input }) {
    const { connectionId, amount, fundingSourceId, clearingSpeed, memo } = stateOf(input.body);
    const banks = await allBanks(context);
    const payer = banks.find(({ id }) => id === fundingSourceId)?.businessId ?? undefined;
    const to = await context.call(connection.get, {
      params: { connectionId: String(connectionId) },
      query: { businessId: payer },
    });
    const isActive = !to.status || to.status === 'active';
    return {
      lines: [
        `Pay ${usd(centsOf(Number(amount)))} to ${to.connectedBusinessName ?? to.id}`,
        `From ${nameOf(banks, fundingSourceId)}, ${speedOf(clearingSpeed)} ACH, now`,
        ...(memo === undefined ? [] : [`Note: ${memo}`]),
      ],
      expected: settlesAbout(
        { speed: clearingSpeed === 'sameDay' ? 'same-day' : 'standard', on: undefined },
        await context.serviceTime(),
      ).replace(/^, /, ''),
      obstacle: isActive
        ? undefined
        : new WouldBeRefused('connection_not_active', `Connection ${to.id} is ${to.status}.`),
    };
  },

  async 'business.withdraw'(context, { input }) {
    const { businessId } = stateOf(input.params);
    const { amount, fundingSourceId } = stateOf(input.body);
    const params = { businessId: String(businessId) };
    const cents = centsOf(Number(amount));
    const available = centsOf((await context.call(business.balance, { params })).available);
    return {
      lines: [`Withdraw ${usd(cents)} to ${nameOf(await allBanks(context), fundingSourceId)}`],
      expected: `available now ${usd(available)}${arrivesAbout(await context.serviceTime())}`,
      obstacle:
        cents <= available
          ? undefined
          : new WouldBeRefused(
              'insufficient_balance',
              `${usd(cents)} is more than the available balance of ${usd(available)}.`,
            ),
    };
  },
};

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

/** One payable to be paid, as the service shows it now. */
async function orderIn(context: Context, businessId: string, order: unknown) {
  const { payableId, fundingSourceId, clearingSpeed, scheduledDate } = stateOf(order);
  const params = { businessId, payableId: String(payableId) };
  const it = await context.call(payable.get, { params });
  const on = typeof scheduledDate === 'string' ? scheduledDate : undefined;
  const speed = clearingSpeed === 'sameDay' ? 'same-day' : 'standard';
  return {
    it,
    cents: centsOwed(it),
    payee: describePayable(it),
    bankId: fundingSourceId,
    how: `${speedOf(clearingSpeed)} ACH, ${on === undefined ? 'now' : `on ${on}`}`,
    timing: { speed, on } as const,
  };
}

const speedOf = (speed: unknown) => (speed === 'sameDay' ? 'same-day' : 'standard');

function nameOf(banks: readonly BankAccount[], id: unknown): string {
  const account = banks.find((it) => it.id === id);
  return account ? describeBank(account) : String(id);
}

/** Nothing is paid blindly. */
function centsOwed({ id, amount }: Payable): number {
  if (typeof amount === 'number') return centsOf(amount);
  throw new Stopped('no_amount', `The service does not say what payable ${id} amounts to.`);
}

function obstacleIn({ id, status }: Payable): WouldBeRefused | undefined {
  if (!status || status === 'APPROVED') return undefined;
  return new WouldBeRefused(
    'payable_not_approved',
    `Payable ${id} is ${status}; only APPROVED payables can be paid.`,
  );
}
