import { businessPage } from './business.ts';
import { businessesPage } from './businesses.ts';
import { eventsPage } from './events.ts';
import { faultsPage } from './faults.ts';
import { accountPage, ledgerPage } from './ledger.ts';
import { type Look, ROOM, type View } from './page-context.ts';
import { mailPage, mailsPage } from './mail.ts';
import { overviewPage } from './overview.ts';
import { payablePage } from './payable.ts';
import { payablesPage } from './payables.ts';
import { paymentPage } from './payment.ts';
import { paymentsPage } from './payments.ts';
import { withdrawalPage, withdrawalsPage } from './withdrawals.ts';

/** Every page of the inspector. */
export const pages: Readonly<Record<string, (look: Look) => Promise<View>>> = {
  '/sandbox': overviewPage,
  [`${ROOM}/businesses`]: businessesPage,
  [`${ROOM}/businesses/{id}`]: businessPage,
  [`${ROOM}/payables`]: payablesPage,
  [`${ROOM}/payables/{id}`]: payablePage,
  [`${ROOM}/payments`]: paymentsPage,
  [`${ROOM}/payments/{id}`]: paymentPage,
  [`${ROOM}/withdrawals`]: withdrawalsPage,
  [`${ROOM}/withdrawals/{id}`]: withdrawalPage,
  [`${ROOM}/ledger`]: ledgerPage,
  [`${ROOM}/ledger/{name}`]: accountPage,
  [`${ROOM}/mail`]: mailsPage,
  [`${ROOM}/mail/{id}`]: mailPage,
  [`${ROOM}/events`]: eventsPage,
  [`${ROOM}/faults`]: faultsPage,
};
