import type { MoneyPort } from '../port.ts';
import type { CallContext } from './send-context.ts';

/** Access to the records of a business and to the journal, for checks before a payment. */
export interface RecordReader extends Pick<MoneyPort, 'call' | 'records' | 'journal'> {
  readonly businessId: string;
}

/** Returns a reader of the records of a business. Its `call` is for reads only. */
export async function recordReaderFor(
  { connection: { client }, journal }: CallContext,
  businessId: string,
): Promise<RecordReader> {
  const { records } = await import('../../api/client/pagination/pagination.ts');
  return {
    ...{ call: client.call, journal, businessId },
    records: (operation, input, paging = {}) =>
      records(client, operation, input, paging) as AsyncIterable<never>,
  };
}
