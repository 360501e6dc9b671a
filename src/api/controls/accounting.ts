/** Controls of the simulated accounting system: its books, consent and faults. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { integrationSchema } from '../operations/accounting-records.ts';
import { AccountType } from '../operations/bank.ts';
import { Dollars, Id, IsoDate, IsoTimestamp } from '../schema/field-types.ts';
import { defineControls, withFlag } from './control.ts';

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

const integrationNamed = {
  input: () => z.object({ id: withFlag(Id, '<integration>', 'accounting integration') }),
  examples: ['acctint_…', 'acctint_… --json'],
} as const;

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
    examples: [
      '"http://127.0.0.1:4010/sandbox/accounting/authorize?state=…"',
      '--deny "http://127.0.0.1:4010/sandbox/accounting/authorize?state=…" --json',
    ],
  },
  listVendors: {
    id: 'accounting.vendors',
    route: 'GET /sandbox/accounting/{id}/vendors',
    ...integrationNamed,
    output: () => z.array(z.object({ id: z.string(), name: z.string(), createdAt: IsoTimestamp })),
    command: 'accounting vendors',
    summary: 'List the vendors of the simulated accounting system',
    empty: 'No vendors.',
  },
  listBookBankAccounts: {
    id: 'accounting.bankAccounts',
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
    command: 'accounting bank-accounts',
    summary: 'List the bank accounts of the simulated accounting system',
    empty: 'No bank accounts.',
  },
  listBills: {
    id: 'accounting.bills',
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
    command: 'accounting bills',
    summary: 'List the bills and invoices of the simulated accounting system',
    empty: 'No bills: sync first.',
  },
  revokeIntegration: {
    id: 'accounting.revoke',
    route: 'POST /sandbox/accounting/{id}/revoke',
    ...integrationNamed,
    ...integrationSeen,
    command: 'accounting revoke',
    summary: 'Revoke access in the accounting system',
  },
  failNextSync: {
    id: 'accounting.failNextSync',
    route: 'POST /sandbox/accounting/{id}/fail-next-sync',
    ...integrationNamed,
    ...integrationSeen,
    command: 'accounting fail-next-sync',
    summary: 'Make the next sync fail',
  },
  slowNextSync: {
    id: 'accounting.slowNextSync',
    route: 'POST /sandbox/accounting/{id}/slow-next-sync',
    input: () =>
      z.extend(integrationNamed.input(), {
        seconds: withFlag(
          z.int().check(z.minimum(1), z.maximum(86_400)),
          '--seconds <s>',
          'duration of the sync',
        ),
      }),
    ...integrationSeen,
    command: 'accounting slow-next-sync',
    summary: 'Delay the next sync, by the sandbox clock',
    examples: ['acctint_… --seconds 60', 'acctint_… --seconds 5 --json'],
  },
});
