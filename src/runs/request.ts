import type { CallOptions } from '../cli/context.ts';
import type { Input } from '../contract/operation.ts';
import type { pay } from '../contract/pay.ts';
import { toOrder } from './payment.ts';
import type { Batch } from './send.ts';

/** How a batch is asked for, and what the journal keeps of it beside the request. */
export const bulkRequest = ({
  businessId,
  allowDuplicate,
}: {
  readonly businessId: string;
  readonly allowDuplicate?: string | undefined;
}) => ({
  input: (batch: Batch): Input<typeof pay.bulkInitiate> => ({
    body: { payments: batch.map(toOrder) },
  }),
  options: (batch: Batch): CallOptions => ({
    allowDuplicate,
    about: { businessId, cents: batch.reduce((sum, { cents }) => sum + cents, 0) },
  }),
});
