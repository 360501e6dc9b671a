/** The steps of the demo. */

import type { DemoRunner } from './isolated-runner.ts';
import { connectBusinesses, linkBankAccounts, registerBusinesses } from './onboarding-steps.ts';
import {
  importInvoices,
  payDemoInvoice,
  sendDemoInvoice,
  settleDemoPayment,
  showProblems,
  withdrawDemoBalance,
} from './payment-steps.ts';

/** The ids of the demo; each is known once its step is over. */
export interface DemoIds {
  acmeBank: string;
  coastalBank: string;
  connection: string;
  invoice: string;
}

/** A step of the demo. */
export interface DemoStep {
  readonly title: string;
  readonly run: (runner: DemoRunner, ids: DemoIds) => AsyncIterable<string>;
}

/** The steps: Acme Hotels pays Coastal Linen, from the registration of both to money in the bank. */
export const demoSteps: readonly DemoStep[] = [
  { title: 'Two businesses register and are verified', run: registerBusinesses },
  {
    title: 'Each links a bank account: one through the provider, one by micro-deposits',
    run: linkBankAccounts,
  },
  { title: 'They connect by invitation', run: connectBusinesses },
  { title: 'An invoice, submitted and approved', run: sendDemoInvoice },
  {
    title: 'Paid by ACH: submitted on Monday at 17:00 ET, settled on Thursday',
    run: payDemoInvoice,
  },
  { title: 'The funds are available', run: settleDemoPayment },
  { title: 'Withdrawn to the bank', run: withdrawDemoBalance },
  { title: 'A returned payment, a held one, and an overdue invoice', run: showProblems },
  { title: 'Twenty more invoices from a file, and the list as CSV', run: importInvoices },
];
