import type { CallOptions } from '../cli/context.ts';
import type { Input } from '../contract/operation.ts';
import type { pay } from '../contract/pay.ts';
import type { Delivery } from './deliver.ts';
import { toOrder } from './payment.ts';
import type { Batch } from './send.ts';

/** How a batch is asked for, and what the journal keeps of it beside the request. */
export const bulkRequest = ({ businessId, allowDuplicate, approved = false, run }: Delivery) => ({
  input: (batch: Batch): Input<typeof pay.bulkInitiate> => ({
    body: { payments: batch.map(toOrder) },
  }),
  /** `number` counts the batches that are sent now, from 0. */
  options: (batch: Batch, number: number): CallOptions => ({
    allowDuplicate,
    approved,
    about: { businessId, cents: batch.reduce((sum, { cents }) => sum + cents, 0) },
    ...(run && { plan: { plan: run.plan, batch: run.batches + number + 1 } }),
  }),
});
