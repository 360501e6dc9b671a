import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  Dollars,
  Id,
  openEnum,
  optionalBoolean,
  optionalId,
  optionalNumber,
  optionalText,
  optionalTimestamp,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';
import { defineOperations } from './operation.ts';

export const AccountType = z.enum(['checking', 'savings']);

export type BankStatus = z.output<typeof BankStatus>;
/** The state of a bank account. Only a verified account can pay. */
export const BankStatus = withAssumption(
  z.enum(['unverified', 'verified', 'verification_failed', 'frozen', 'removed']),
  'the spec names no bank account statuses',
);

export type BankAccount = z.output<ReturnType<typeof bankAccountSchema>>;
/** A bank account of a business, linked as a funding source. */
export const bankAccountSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      id: withAliases(Id, 'fundingSourceId'),
      fundingSourceId: optionalId,
      businessId: optionalId,
      name: optionalText,
      bankName: optionalText,
      accountType: z.nullish(openEnum(AccountType)),
      last4: optionalText,
      routingNumber: optionalText,
      status: z.nullish(openEnum(BankStatus)),
      verificationMethod: optionalText,
      isDefault: optionalBoolean,
      microDeposits: z.nullish(
        z.looseObject({
          status: optionalText,
          attemptsRemaining: optionalNumber,
          expectedPostDate: optionalText,
          /** The description on the statement of the account. */
          companyEntryDescription: optionalText,
        }),
      ),
      /** The ACH return code after which debits from it are stopped; null while they are authorized. */
      debitsStoppedCode: optionalText,
      /** The latest correction that its bank asked for. */
      noticeOfChange: z.nullish(
        z.looseObject({
          code: optionalText,
          title: optionalText,
          at: optionalTimestamp,
          /** Eastern date. */
          correctBy: optionalText,
        }),
      ),
      createdAt: optionalTimestamp,
      verifiedAt: optionalTimestamp,
      removedAt: optionalTimestamp,
    }),
    'the spec shows no bank account field but the id',
  ),
);

const unstated = 'the spec does not state this response';

export const bank = defineOperations({
  list: {
    method: 'GET',
    path: '/api/bank-accounts',
    summary: "List the bank accounts of the account's businesses",
    effect: 'read',
    query: () =>
      z.object({ businessId: z.optional(withAssumption(Id, 'the spec names no filter')) }),
    response: () => z.array(bankAccountSchema()),
  },
  linkToken: {
    method: 'GET',
    path: '/api/bank-accounts/linkprovider-link-token',
    summary: 'Get a short-lived token for the bank-linking provider',
    effect: 'read',
    response: () =>
      withAssumption(
        z.looseObject({
          linkToken: z.string(),
          expiration: optionalText,
          /** The URL of the provider's page, including the token. */
          url: optionalText,
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
    body: () => z.object({ publicToken: z.string(), accountId: z.string(), businessId: Id }),
    response: () => withAssumption(bankAccountSchema(), unstated),
  },
  connectManually: {
    method: 'POST',
    path: '/api/bank-accounts/connect-manually',
    summary: 'Link a bank account by its numbers, verified by two micro-deposits',
    effect: 'create',
    success: 201,
    body: () =>
      z.object({
        routingNumber: z.string(),
        accountNumber: z.string(),
        accountType: AccountType,
        name: z.string(),
        businessId: Id,
      }),
    response: () => withAssumption(bankAccountSchema(), unstated),
  },
  verifyMicroDeposits: {
    method: 'POST',
    path: '/api/bank-accounts/{fundingSourceId}/verify-micro-deposits',
    summary: 'Verify a bank account with the amounts of its two micro-deposits',
    effect: 'create',
    body: () => z.object({ amount1: Dollars, amount2: Dollars }),
    response: () => withAssumption(bankAccountSchema(), unstated),
  },
  setDefault: {
    method: 'PATCH',
    path: '/api/bank-accounts/{fundingSourceId}/set-as-default',
    summary: 'Make a bank account the default of its business',
    effect: 'set',
    response: () => withAssumption(bankAccountSchema(), unstated),
  },
  remove: {
    method: 'DELETE',
    path: '/api/bank-accounts/{fundingSourceId}',
    summary: 'Remove a bank account',
    effect: 'move',
    irreversible: true,
    response: () =>
      withAssumption(
        z.looseObject({
          id: z.nullish(withAliases(Id, 'fundingSourceId')),
          status: optionalText,
        }),
        unstated,
      ),
  },
});
