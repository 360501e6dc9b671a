/** Controls of bank accounts, and of the bank-linking provider. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { AccountType, BankStatus } from '../operations/bank.ts';
import { Dollars, Id, IsoDate } from '../schema/field-types.ts';
import { defineControls, withFlag } from './control.ts';

const simulatedBankSchema = memoize(() =>
  z.object({
    fundingSourceId: z.string(),
    name: z.string(),
    status: BankStatus,
    /** A return code, `<code>-late`, `HOLD`, `OK`, or null for an ordinary account. */
    behavior: z.nullable(z.string()),
    /** Null if it always holds enough. */
    simulatedBalance: z.nullable(Dollars),
    /** The return code after which debits are stopped; null while they are authorized. */
    debitsStoppedCode: z.nullable(z.string()),
  }),
);

/** The two micro-deposits of a bank account. */
export type MicroDeposits = z.output<ReturnType<typeof microDepositsSchema>>;
const microDepositsSchema = memoize(() =>
  z.object({
    fundingSourceId: z.string(),
    status: z.nullable(z.string()),
    amounts: z.tuple([z.number(), z.number()]),
    expectedPostDate: z.nullable(IsoDate),
    attemptsRemaining: z.nullable(z.number()),
  }),
);

const Behavior = z
  .string()
  .check(
    z.regex(
      /^(?:R\d\d(?:-late)?|hold|ok)$/i,
      'must be a return code, <code>-late, HOLD, OK or none',
    ),
  );

/** An account that is offered at the bank-linking provider. */
const offeredSchema = memoize(() =>
  z.object({
    name: z._default(z.string(), 'Checking'),
    type: z._default(AccountType, 'checking'),
    /** The last four digits. */
    mask: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  }),
);

const bank = withFlag(Id, '<bank>', 'bank account');

const readBankAccount = {
  id: 'banks.get',
  route: 'GET /sandbox/bank-accounts/{id}',
  summary: 'Show the behavior and balance of a bank account',
  input: () => z.object({ id: Id }),
  output: simulatedBankSchema,
} as const;

const readMicroDeposits = {
  id: 'microDeposits.get',
  route: 'GET /sandbox/bank-accounts/{id}/micro-deposits',
  summary: 'Show the micro-deposits of a bank account',
  input: () => z.object({ id: Id }),
  output: microDepositsSchema,
} as const;

export const bankControls = defineControls({
  readBankAccount,
  changeBankAccount: {
    id: 'banks.update',
    route: 'PATCH /sandbox/bank-accounts/{id}',
    input: () =>
      z.object({
        id: bank,
        behavior: withFlag(
          z.optional(z.nullable(Behavior)),
          '--behavior <code>',
          'R01, R01-late, HOLD, OK or none',
        ),
        simulatedBalance: withFlag(
          z.optional(z.nullable(Dollars)),
          '--balance <amount>',
          'new balance, or none for no limit',
        ),
        authorized: withFlag(
          z._default(z.boolean(), false),
          '--authorized',
          'authorize debits again after a return',
        ),
      }),
    output: simulatedBankSchema,
    command: 'bank',
    summary: 'Show or change the behavior and balance of a bank account',
    about: [
      'R01 returns debits with that code, R01-late returns them after settlement, HOLD holds payments for review.',
      'OK lets every payment settle, whatever its amount; none removes a behavior or a balance.',
      'With a balance, a larger debit is returned with R01.',
      'After an unauthorized return, payments from it are refused until it is --authorized.',
    ].join('\n'),
    otherwise: readBankAccount,
    examples: {
      'Return every debit as R01': 'fs_… --behavior R01',
      'Set the balance at the bank': 'fs_… --balance 250.00 --json',
      'Authorize debits again after a return': 'fs_… --authorized',
    },
  },
  readMicroDeposits,
  stepMicroDeposits: {
    id: 'microDeposits.step',
    route: 'POST /sandbox/bank-accounts/{id}/micro-deposits/{step}',
    input: () =>
      z.object({ id: bank, step: withFlag(z.enum(['advance']), '[step]', 'to post them now') }),
    output: microDepositsSchema,
    command: 'micro-deposits',
    summary: 'Show the micro-deposits of a bank account, or post them',
    otherwise: readMicroDeposits,
    examples: {
      'Post the deposits': 'fs_… advance',
      'Print only the amounts': 'fs_… --json --query amounts',
    },
  },
  /** Replaces a user's choice in the window of the bank-linking provider, which chooses what is left out. */
  createPublicToken: {
    id: 'publicTokens.create',
    route: 'POST /sandbox/linkprovider/public-tokens',
    input: () =>
      z.object({
        accounts: withFlag(
          z._default(z.array(offeredSchema()).check(z.minLength(1), z.maxLength(10)), [
            { name: 'Checking', type: 'checking' },
          ]),
          '[name|type|mask...]',
          'accounts to offer, such as "Main|savings|4321"',
        ),
        linkToken: withFlag(
          z.optional(z.string()),
          '--link-token-file <file|->',
          'file containing the link token',
        ),
        institution: withFlag(
          z._default(z.string(), 'First Example Bank'),
          '--institution <name>',
          'name of the bank',
        ),
      }),
    output: () =>
      z.object({
        publicToken: z.string(),
        accounts: z.array(z.extend(z.required(offeredSchema()), { accountId: z.string() })),
      }),
    command: 'public-token',
    summary: 'Create a public token, as the bank-linking provider does',
    about: 'The token is valid for `remit bank connect` once, for half an hour.',
    examples: {
      'Create a token for a checking account': '',
      'Create a token for two accounts of your choice':
        '"Payroll|checking|4321" "R01|savings" --json',
    },
  },
});
