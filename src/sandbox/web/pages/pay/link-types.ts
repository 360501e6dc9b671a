import { payInvoice, readInvoiceOrder, showInvoice } from '../../../public-api/invoice.ts';
import { payPayMe, readPayMeOrder, showPayMe } from '../../../public-api/pay-me.ts';
import type { PublicBusiness } from '../../../public-api/payee.ts';
import type { Started } from '../../../public-api/receipt.ts';
import type { World } from '../../../context/handler-context.ts';
import type { Wishes } from './form-input.ts';

/** A kind of link that money can be paid with. What may be paid with it is for the public routes to say: they throw `Refused`. */
export interface Door {
  /** The page that its links lead to. */
  readonly home: (link: string) => string;
  readonly payeeOf: (world: World, link: string) => Promise<PublicBusiness>;
  /** Whether this can be paid with it, and how much it is. */
  readonly check: (world: World, link: string, wishes: Wishes) => Promise<{ cents: number }>;
  readonly pay: (world: World, link: string, order: object) => Promise<Started>;
}

export type DoorName = 'invoice' | 'payMe';

export const doors: Readonly<Record<DoorName, Door>> = {
  invoice: {
    home: (link) => `/pay/${link}`,
    payeeOf: async (world, link) => (await showInvoice(world, link)).payee,
    check: readInvoiceOrder,
    pay: payInvoice,
  },
  payMe: {
    home: (link) => `/pay-me/${link}`,
    payeeOf: async (world, link) => (await showPayMe(world, link)).payee,
    check: readPayMeOrder,
    pay: payPayMe,
  },
};
