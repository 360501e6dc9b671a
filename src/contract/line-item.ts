import { assumed, Dollars, maybe } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type LineItem = z.output<typeof LineItem>;
/** One line of an invoice, as it is sent. */
export const LineItem = z.object({
  description: z.string(),
  quantity: z.number(),
  unitPrice: Dollars,
});

/** The same as it is read: nothing in it is certain. */
export const ShownLineItem = z.looseObject({
  description: maybe(z.string()),
  quantity: maybe(z.number()),
  unitPrice: maybe(Dollars),
  total: maybe(assumed(Dollars, 'the spec shows no total of a line')),
});
