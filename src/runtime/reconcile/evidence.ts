import type { Client } from '../../api/client/client.ts';
import { records } from '../../api/client/pagination/pagination.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { connection } from '../../api/operations/connection.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import {
  type Evidence,
  type PayableEvidence,
  payableIdsOf,
} from '../../money/journal/reconcile-rules.ts';
import type { UnresolvedIntent } from '../../money/journal/unresolved.ts';

/**
 * Returns a function that reads what the service shows about an unresolved intent. Each resource is read once, even if
 * several intents need it. The evidence is empty if the service has no endpoint that shows it. Read errors are thrown.
 */
export function readEvidence(
  client: Client,
  businessId: string | undefined,
): (intent: UnresolvedIntent) => Promise<Evidence> {
  const once = createCache();
  return async (intent) =>
    (await readers[intent.operation]?.(
      { client, once, businessId: intent.businessId ?? businessId ?? '' },
      intent,
    )) ?? {};
}

interface EvidenceReader {
  readonly client: Client;
  readonly once: CachedRead;
  readonly businessId: string;
}

type CachedRead = <Found>(key: string, read: () => Promise<Found>) => Promise<Found>;

function createCache(): CachedRead {
  const found = new Map<string, Promise<unknown>>();
  return <Found>(key: string, read: () => Promise<Found>) => {
    const known = found.get(key) ?? read();
    found.set(key, known);
    return known as Promise<Found>;
  };
}

const readers: Readonly<
  Record<string, (reader: EvidenceReader, intent: UnresolvedIntent) => Promise<Evidence>>
> = {
  'pay.initiate': (reader, intent) => payablesAt(reader, payableIdsOf(intent)),
  'pay.bulkInitiate': (reader, intent) => payablesAt(reader, payableIdsOf(intent)),
  'pay.cancel': (reader, intent) => payablesAt(reader, payableIdsOf(intent)),

  async 'payable.create'({ client, once, businessId }, { connectionId }) {
    if (connectionId === null) return {};
    const input = { params: { connectionId }, query: { businessId: businessId || undefined } };
    const onConnection = await once(`invoices ${businessId} ${connectionId}`, async () => {
      const all: Payable[] = [];
      for await (const invoice of records(client, connection.invoices, input))
        all.push(invoice as Payable);
      return all;
    });
    return { onConnection };
  },

  async 'bank.verifyMicroDeposits'({ client, once }, { before }) {
    const accounts = await once('banks', () => client.call(bank.list, { query: {} }));
    return { bank: accounts.find(({ id }) => id === before['fundingSourceId']) };
  },

  'business.withdraw': async ({ client, once, businessId }) => ({
    balance: await once(`balance ${businessId}`, () =>
      client.call(business.balance, { params: { businessId } }),
    ),
  }),
};

async function payablesAt(
  { client, once, businessId }: EvidenceReader,
  ids: readonly string[],
): Promise<Evidence> {
  const payables: PayableEvidence[] = [];
  for (const payableId of ids) {
    const params = { businessId, payableId };
    const found = await once(`payable ${businessId} ${payableId}`, async () => {
      const shared = { sharesConnection: true };
      const current = await client.call(payable.get, { params }, shared).catch(absent);
      if (current === undefined) return undefined;
      const activity = await client.call(payable.activity, { params }, shared);
      return { payableId, payable: current, activity };
    });
    if (found) payables.push(found);
  }
  return { payables };
}

/** Maps a 404 to `undefined`: a missing resource is no evidence. */
function absent(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
