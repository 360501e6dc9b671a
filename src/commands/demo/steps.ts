import type { Stage } from './isolated-runner.ts';
import { appearing, connecting, linking } from './onboarding-steps.ts';
import { invoicing, manyInvoices, paying, settling, withdrawing } from './payment-steps.ts';

/** The ids of those who play: each is known once its scene is over. */
export interface Cast {
  acmeBank: string;
  coastalBank: string;
  connection: string;
  invoice: string;
}

export interface Chapter {
  readonly title: string;
  readonly scenes: (stage: Stage, cast: Cast) => AsyncIterable<string>;
}

/** Acme Hotels pays Coastal Linen: from the registration of both to money in the bank. */
export const chapters: readonly Chapter[] = [
  { title: 'Two businesses register and are verified', scenes: appearing },
  {
    title: 'Each links a bank account: one through the provider, one by micro-deposits',
    scenes: linking,
  },
  { title: 'They meet by invitation', scenes: connecting },
  { title: 'An invoice, submitted and approved', scenes: invoicing },
  { title: 'Paid by ACH: it leaves on Monday at 17:00 and settles on Thursday', scenes: paying },
  { title: 'The money is there', scenes: settling },
  { title: 'To the bank', scenes: withdrawing },
  { title: 'Twenty more invoices, from a file, and the list as CSV', scenes: manyInvoices },
];
