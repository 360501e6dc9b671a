import { openCompanies } from '../sandbox/trading-partners.ts';
import { invoiceIsPaid, invoiceIsSent } from './full-invoice.ts';
import { story } from './play-story.ts';

story(
  'S1 A full invoice, from signing in to money in the bank',
  {
    covers: {
      business: ['create', 'get', 'balance', 'withdraw'],
      bank: ['linkToken', 'connect', 'connectManually', 'setDefault', 'verifyMicroDeposits'],
      invite: ['send', 'accept'],
      connection: ['get', 'list'],
      payable: ['create', 'list', 'get', 'approve', 'activity'],
      pay: ['initiate'],
    },
    opens: openCompanies,
  },
  async (companies, mode) => {
    await invoiceIsPaid(companies, mode, await invoiceIsSent(companies, mode));
  },
);
