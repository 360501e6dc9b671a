import type { Operations } from './operation.ts';
import { alsoAs, assumed, Dollars, Id, IsoTimestamp, maybe, open } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export const AccountType = z.enum(['checking', 'savings']);

export type BankStatus = z.output<typeof BankStatus>;
export const BankStatus = assumed(
  z.enum(['unverified', 'verified', 'verification_failed', 'removed']),
  'the spec names no bank account states',
);

export type BankAccount = z.output<typeof BankAccount>;
export const BankAccount = assumed(
  z.looseObject({
    id: alsoAs(Id, 'fundingSourceId'),
    fundingSourceId: maybe(Id),
    businessId: maybe(Id),
    name: maybe(z.string()),
    bankName: maybe(z.string()),
    accountType: maybe(open(AccountType)),
    last4: maybe(z.string()),
    routingNumber: maybe(z.string()),
    status: maybe(open(BankStatus)),
    verificationMethod: maybe(z.string()),
    isDefault: maybe(z.boolean()),
    microDeposits: maybe(
      z.looseObject({
        status: maybe(z.string()),
        attemptsRemaining: maybe(z.number()),
        expectedPostDate: maybe(z.string()),
      }),
    ),
    createdAt: maybe(IsoTimestamp),
    verifiedAt: maybe(IsoTimestamp),
    removedAt: maybe(IsoTimestamp),
  }),
  'the spec shows no bank account field but the id',
);

const BankPath = z.object({ fundingSourceId: Id });
const unstated = 'the spec does not state this answer';

export const bank = {
  list: {
    method: 'GET',
    path: '/api/bank-accounts',
    summary: "List the bank accounts of the account's businesses",
    effect: 'read',
    query: z.object({ businessId: z.optional(assumed(Id, 'the spec names no filter')) }),
    response: z.array(BankAccount),
  },
  linkToken: {
    method: 'GET',
    path: '/api/bank-accounts/linkprovider-link-token',
    summary: 'Get a short-lived token for the bank-linking provider',
    effect: 'read',
    response: assumed(
      z.looseObject({
        linkToken: z.string(),
        expiration: maybe(z.string()),
        /** Where the provider's page is, token included. */
        url: maybe(z.string()),
      }),
      'the spec does not name the field of the link token, nor say where the provider is',
    ),
  },
  connect: {
    method: 'POST',
    path: '/api/bank-accounts/connect-linkprovider',
    summary: 'Link a bank account chosen at the bank-linking provider',
    effect: 'create',
    success: 201,
    body: z.object({ publicToken: z.string(), accountId: z.string(), businessId: Id }),
    response: assumed(BankAccount, unstated),
  },
  connectManually: {
    method: 'POST',
    path: '/api/bank-accounts/connect-manually',
    summary: 'Link a bank account by its numbers, verified by two micro-deposits',
    effect: 'create',
    success: 201,
    body: z.object({
      routingNumber: z.string(),
      accountNumber: z.string(),
      accountType: AccountType,
      name: z.string(),
      businessId: Id,
    }),
    response: assumed(BankAccount, unstated),
  },
  verifyMicroDeposits: {
    method: 'POST',
    path: '/api/bank-accounts/{fundingSourceId}/verify-micro-deposits',
    summary: 'Verify a bank account with the amounts of its two micro-deposits',
    effect: 'create',
    params: BankPath,
    body: z.object({ amount1: Dollars, amount2: Dollars }),
    response: assumed(BankAccount, unstated),
  },
  setDefault: {
    method: 'PATCH',
    path: '/api/bank-accounts/{fundingSourceId}/set-as-default',
    summary: 'Make a bank account the default of its business',
    effect: 'set',
    params: BankPath,
    response: assumed(BankAccount, unstated),
  },
  remove: {
    method: 'DELETE',
    path: '/api/bank-accounts/{fundingSourceId}',
    summary: 'Remove a bank account',
    effect: 'move',
    irreversible: true,
    params: BankPath,
    response: assumed(z.looseObject({ id: maybe(Id), status: maybe(z.string()) }), unstated),
  },
} as const satisfies Operations;
