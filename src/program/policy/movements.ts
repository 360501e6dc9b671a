import { atOnce } from '../../cli/at-once.ts';
import { bank } from '../../contract/bank.ts';
import { connection } from '../../contract/connection.ts';
import { centsOf, parseAmount } from '../../contract/money.ts';
import { payable } from '../../contract/payable.ts';
import type { Client } from '../../http/client.ts';
import type { LooseInput } from '../../http/request.ts';
import { stateOf } from '../../journal/evidence.ts';

/** Money that a request is about to move. */
export interface Movement {
  /** Null where the service does not say. */
  readonly cents: number | null;
  readonly bankId: string | null;
  /** The ids by which whoever is paid is known; none for one's own withdrawal. */
  readonly payee: readonly string[];
  /** How a sentence calls it. */
  readonly name: string;
}

const AT_ONCE = 8;

/** What each operation that moves money out would move, read from the service where the request does not say. */
export const movementsOf: Readonly<
  Record<string, (client: Client, input: LooseInput, businessId: string) => Promise<Movement[]>>
> = {
  'pay.initiate': async (client, { body }, businessId) => [await ordered(client, body, businessId)],

  async 'pay.bulkInitiate'(client, { body }, businessId) {
    const { payments } = stateOf(body);
    const orders: unknown[] = Array.isArray(payments) ? payments : [];
    return atOnce(orders, AT_ONCE, (order) => ordered(client, order, businessId));
  },

  async 'pay.quickPay'(client, { body }) {
    const { connectionId, amount, fundingSourceId } = stateOf(body);
    const id = String(connectionId);
    const banks = await client.call(bank.list, { query: {} });
    const from = banks.find((it) => it.id === fundingSourceId);
    const shown = await client.call(connection.get, {
      params: { connectionId: id },
      query: { businessId: from?.businessId ?? undefined },
    });
    return [
      {
        cents: centsIn(amount),
        bankId: textIn(fundingSourceId),
        payee: textsIn([id, shown.connectedBusinessId]),
        name: `the payment to ${shown.connectedBusinessName ?? id}`,
      },
    ];
  },

  async 'business.withdraw'(_, { body }) {
    const { amount, fundingSourceId } = stateOf(body);
    return [
      {
        cents: centsIn(amount),
        bankId: textIn(fundingSourceId),
        payee: [],
        name: 'the withdrawal',
      },
    ];
  },
};

async function ordered(client: Client, order: unknown, businessId: string): Promise<Movement> {
  const { payableId, fundingSourceId } = stateOf(order);
  const id = String(payableId);
  const it = await client.call(payable.get, { params: { businessId, payableId: id } });
  return {
    cents: centsIn(it.amount),
    bankId: textIn(fundingSourceId),
    payee: textsIn([it.connectionId, it.senderBusinessId, it.businessId]),
    name: `the payment of payable ${id}`,
  };
}

function centsIn(value: unknown): number | null {
  if (typeof value === 'number') return centsOf(value);
  return typeof value === 'string' ? (parseAmount(value) ?? null) : null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const textsIn = (values: readonly unknown[]): string[] =>
  values.filter((it): it is string => typeof it === 'string');
