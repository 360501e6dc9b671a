import { type Payable, payable } from '../contract/payable.ts';
import { briefly } from './run/compact-payable.ts';
import type { Means } from './sending/send-context.ts';

/** Reads payables as a run knows them. */
export interface PayableReader {
  /** `fresh` asks the service again. */
  readonly read: (
    businessId: string,
    payableId: string,
    how?: { readonly fresh?: boolean },
  ) => Promise<Payable>;
  /** Milliseconds of a monotonic clock when a payable was last read; undefined where it was not. */
  readonly readAt: (payable: Payable) => number | undefined;
}

/** Reads payables through the client and remembers each, for the preparation that follows at once. */
export function createPayableReader(means: Means): PayableReader {
  const remembered = new Map<string, Payable>();
  const times = new WeakMap<Payable, number>();
  const brief = briefly();
  const read: PayableReader['read'] = async (businessId, payableId, { fresh = false } = {}) => {
    const key = `${businessId} ${payableId}`;
    const known = fresh ? undefined : remembered.get(key);
    if (known) return known;
    const params = { businessId, payableId };
    const found = brief(await means.connection.client.call(payable.get, { params }));
    remembered.set(key, found);
    times.set(found, performance.now());
    return found;
  };
  return { read, readAt: (it) => times.get(it) };
}
