/** Controls of the simulated accounting system: its books, consent and faults. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { integrationSchema } from '../operations/accounting-records.ts';
import { AccountType } from '../operations/bank.ts';
import { Dollars, Id, IsoDate, IsoTimestamp } from '../schema/field-types.ts';
import { defineControls, withFlag } from './control.ts';

/** The longest duration of a slow sync. */
export const MAX_SYNC_SECONDS = 86_400;

const nullableText = z.nullable(z.string());

/** An integration, and what its next sync will do. */
const simulatedIntegrationSchema = memoize(() =>
  z.extend(integrationSchema(), {
    nextSync: z.object({ fails: z.boolean(), seconds: z.number() }),
  }),
);

const integrationSeen = {
  output: simulatedIntegrationSchema,
  columns: ['id', 'status:state', 'companyName', 'nextSync:json'],
} as const;

const integrationNamed = { input: () => z.object({ id: Id }) } as const;

export const accountingControls = defineControls({
  /** A user's answer at the accounting system. `state` is that of the consent page, or the URL of that page. */
  authorize: {
    id: 'accounting.authorize',
    route: 'POST /sandbox/accounting/authorizations',
    input: () =>
      z.object({
        state: withFlag(
          z.string(),
          '<state-or-url>',
          'state, or the URL printed by accounting connect',
        ),
        deny: withFlag(z._default(z.boolean(), false), '--deny', 'deny access instead'),
      }),
    output: () => z.object({ redirectUrl: z.string() }),
    command: 'accounting authorize',
    summary: 'Authorize an accounting connection, as a user would in the browser',
    examples: {
      'Authorize a connection': '"http://127.0.0.1:4010/sandbox/accounting/authorize?state=…"',
      'Deny a connection':
        '--deny "http://127.0.0.1:4010/sandbox/accounting/authorize?state=…" --json',
    },
  },
  listVendors: {
    id: 'accounting.vendors',
    summary: 'List the vendors of the simulated accounting system',
    route: 'GET /sandbox/accounting/{id}/vendors',
    ...integrationNamed,
    output: () => z.array(z.object({ id: z.string(), name: z.string(), createdAt: IsoTimestamp })),
    empty: 'No vendors.',
  },
  listBookBankAccounts: {
    id: 'accounting.bankAccounts',
    summary: 'List the bank accounts of the simulated accounting system',
    route: 'GET /sandbox/accounting/{id}/bank-accounts',
    ...integrationNamed,
    output: () =>
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: AccountType,
          bankName: nullableText,
          last4: nullableText,
        }),
      ),
    empty: 'No bank accounts.',
  },
  listBills: {
    id: 'accounting.bills',
    summary: 'List the bills and invoices of the simulated accounting system',
    route: 'GET /sandbox/accounting/{id}/bills',
    ...integrationNamed,
    output: () =>
      z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['bill', 'invoice']),
          status: z.enum(['open', 'paid', 'voided']),
          partyName: nullableText,
          docNumber: nullableText,
          totalAmount: Dollars,
          balance: Dollars,
          dueDate: z.nullable(IsoDate),
          payableId: z.string(),
        }),
      ),
    empty: 'No bills: sync first.',
  },
  revokeIntegration: {
    id: 'accounting.revoke',
    summary: 'Revoke access in the accounting system',
    route: 'POST /sandbox/accounting/{id}/revoke',
    ...integrationNamed,
    ...integrationSeen,
  },
  failNextSync: {
    id: 'accounting.failNextSync',
    summary: 'Make the next sync fail',
    route: 'POST /sandbox/accounting/{id}/fail-next-sync',
    ...integrationNamed,
    ...integrationSeen,
  },
  slowNextSync: {
    id: 'accounting.slowNextSync',
    summary: 'Delay the next sync, by the sandbox clock',
    route: 'POST /sandbox/accounting/{id}/slow-next-sync',
    input: () =>
      z.extend(integrationNamed.input(), {
        seconds: z.int().check(z.minimum(1), z.maximum(MAX_SYNC_SECONDS)),
      }),
    ...integrationSeen,
  },
});
