/** Bank accounts: schemas and operations. */

import type { Operations } from './operation.ts';
import {
  Dollars,
  Id,
  IsoTimestamp,
  openEnum,
  optionalNullable,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

/** The type of a bank account. */
export const AccountType = z.enum(['checking', 'savings']);

export type BankStatus = z.output<typeof BankStatus>;
/** The state of a bank account. Only a verified account can pay. */
export const BankStatus = withAssumption(
  z.enum(['unverified', 'verified', 'verification_failed', 'removed']),
  'the spec names no bank account statuses',
);

export type BankAccount = z.output<typeof BankAccount>;
/** A bank account of a business, linked as a funding source. */
export const BankAccount = withAssumption(
  z.looseObject({
    id: withAliases(Id, 'fundingSourceId'),
    fundingSourceId: optionalNullable(Id),
    businessId: optionalNullable(Id),
    name: optionalNullable(z.string()),
    bankName: optionalNullable(z.string()),
    accountType: optionalNullable(openEnum(AccountType)),
    last4: optionalNullable(z.string()),
    routingNumber: optionalNullable(z.string()),
    status: optionalNullable(openEnum(BankStatus)),
    verificationMethod: optionalNullable(z.string()),
    isDefault: optionalNullable(z.boolean()),
    microDeposits: optionalNullable(
      z.looseObject({
        status: optionalNullable(z.string()),
        attemptsRemaining: optionalNullable(z.number()),
        expectedPostDate: optionalNullable(z.string()),
      }),
    ),
    createdAt: optionalNullable(IsoTimestamp),
    verifiedAt: optionalNullable(IsoTimestamp),
    removedAt: optionalNullable(IsoTimestamp),
  }),
  'the spec shows no bank account field but the id',
);

const BankPath = z.object({ fundingSourceId: Id });
const unstated = 'the spec does not state this response';

/** The operations on bank accounts. */
export const bank = {
  list: {
    method: 'GET',
    path: '/api/bank-accounts',
    summary: "List the bank accounts of the account's businesses",
    effect: 'read',
    query: z.object({ businessId: z.optional(withAssumption(Id, 'the spec names no filter')) }),
    response: z.array(BankAccount),
  },
  linkToken: {
    method: 'GET',
    path: '/api/bank-accounts/linkprovider-link-token',
    summary: 'Get a short-lived token for the bank-linking provider',
    effect: 'read',
    response: withAssumption(
      z.looseObject({
        linkToken: z.string(),
        expiration: optionalNullable(z.string()),
        /** The URL of the provider's page, including the token. */
        url: optionalNullable(z.string()),
      }),
      'the spec does not name the field of the link token, nor say where the provider is',
    ),
  },
  connect: {
    method: 'POST',
    path: '/api/bank-accounts/connect-linkprovider',
    summary: 'Link a bank account selected at the bank-linking provider',
    effect: 'create',
    success: 201,
    body: z.object({ publicToken: z.string(), accountId: z.string(), businessId: Id }),
    response: withAssumption(BankAccount, unstated),
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
    response: withAssumption(BankAccount, unstated),
  },
  verifyMicroDeposits: {
    method: 'POST',
    path: '/api/bank-accounts/{fundingSourceId}/verify-micro-deposits',
    summary: 'Verify a bank account with the amounts of its two micro-deposits',
    effect: 'create',
    params: BankPath,
    body: z.object({ amount1: Dollars, amount2: Dollars }),
    response: withAssumption(BankAccount, unstated),
  },
  setDefault: {
    method: 'PATCH',
    path: '/api/bank-accounts/{fundingSourceId}/set-as-default',
    summary: 'Make a bank account the default of its business',
    effect: 'set',
    params: BankPath,
    response: withAssumption(BankAccount, unstated),
  },
  remove: {
    method: 'DELETE',
    path: '/api/bank-accounts/{fundingSourceId}',
    summary: 'Remove a bank account',
    effect: 'move',
    irreversible: true,
    params: BankPath,
    response: withAssumption(
      z.looseObject({ id: optionalNullable(Id), status: optionalNullable(z.string()) }),
      unstated,
    ),
  },
} as const satisfies Operations;
