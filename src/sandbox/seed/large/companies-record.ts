import { z } from 'zod/mini';

/** The other side of a connection of the big business. */
const Partner = z.object({
  businessId: z.string(),
  connectionId: z.string(),
  /** The bank account that it pays from; empty where it only receives. */
  bankId: z.string(),
});

export type Companies = z.output<typeof Companies>;
/** One business that all payables belong to: most of them it is to pay, some are paid to it. */
export const Companies = z.object({
  id: z.string(),
  bankId: z.string(),
  suppliers: z.array(Partner),
  customers: z.array(Partner),
});
