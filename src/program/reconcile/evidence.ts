import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { connection } from '../../contract/connection.ts';
import { type Payable, payable } from '../../contract/payable.ts';
import { Refused } from '../../contract/refusal.ts';
import type { Client } from '../../http/client.ts';
import { records } from '../../http/pages.ts';
import type { Doubt } from '../../journal/doubt.ts';
import type { Evidence, PayableEvidence } from '../../journal/judge.ts';

/** What the service shows now of what an intent was about; nothing where it has no way to show it. Throws what reading throws. */
export const evidenceOf = async (
  client: Client,
  doubt: Doubt,
  businessId: string | undefined,
): Promise<Evidence> =>
  (await readers[doubt.operation]?.(client, doubt, doubt.businessId ?? businessId ?? '')) ?? {};

type Read = (client: Client, doubt: Doubt, businessId: string) => Promise<Evidence>;

const readers: Readonly<Record<string, Read>> = {
  'pay.initiate': (client, { payableId }, businessId) =>
    payablesAt(client, payableId === null ? [] : [payableId], businessId),

  'pay.bulkInitiate': (client, { before }, businessId) => {
    const ids: unknown = before['payableIds'];
    return payablesAt(client, Array.isArray(ids) ? ids.map(String) : [], businessId);
  },

  'pay.cancel': (client, { payableId }, businessId) =>
    payablesAt(client, payableId === null ? [] : [payableId], businessId),

  /** The whole list: an absence says nothing where a part is held back. */
  async 'payable.create'(client, { connectionId }, businessId) {
    if (connectionId === null) return {};
    const input = { params: { connectionId }, query: { businessId: businessId || undefined } };
    const onConnection: Payable[] = [];
    for await (const it of records(client, connection.invoices, input)) {
      onConnection.push(it as Payable);
    }
    return { onConnection };
  },

  async 'bank.verifyMicroDeposits'(client, { before }) {
    const accounts = await client.call(bank.list, { query: {} });
    return { bank: accounts.find(({ id }) => id === before['fundingSourceId']) };
  },

  'business.withdraw': async (client, _, businessId) => ({
    balance: await client.call(business.balance, { params: { businessId } }),
  }),
};

async function payablesAt(
  client: Client,
  ids: readonly string[],
  businessId: string,
): Promise<Evidence> {
  const payables: PayableEvidence[] = [];
  for (const payableId of ids) {
    const params = { businessId, payableId };
    const shown = await client.call(payable.get, { params }).catch(absent);
    if (shown === undefined) continue;
    const activity = await client.call(payable.activity, { params });
    payables.push({ payable: shown, activity });
  }
  return { payables };
}

/** What is not there shows nothing. */
function absent(error: unknown): undefined {
  if (error instanceof Refused && error.status === 404) return undefined;
  throw error;
}
