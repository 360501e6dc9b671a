/** Controls of the ledger, payments and withdrawals. Amounts are in dollars. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { balanceSchema, withdrawalSchema } from '../operations/balance.ts';
import { paymentSchema } from '../operations/pay.ts';
import { Dollars, Id, IsoTimestamp } from '../schema/field-types.ts';
import { defineControls, withFlag } from './control.ts';

const ledgerClasses = ['asset', 'liability', 'expense', 'memo'] as const;
/** The class of a ledger account. */
export type LedgerClass = (typeof ledgerClasses)[number];

/** The result of a ledger check. */
export type LedgerCheck = z.output<ReturnType<typeof ledgerCheckSchema>>;
const ledgerCheckSchema = memoize(() =>
  z.object({
    ok: z.boolean(),
    entries: z.number(),
    /** Debits less credits over all lines; 0 if the ledger balances. */
    difference: Dollars,
    /** `detail` has the first five faults, or `holds`. */
    invariants: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  }),
);

/** The failure of a payment or withdrawal that a step forces. */
const failure = {
  code: withFlag(
    z.optional(z.string()),
    '--code <code>',
    'ACH return code such as R01; of a notice, such as C01',
  ),
  reason: withFlag(z.optional(z.string()), '--reason <text>', 'reason of the failure'),
};

const readPayment = {
  id: 'payments.get',
  route: 'GET /sandbox/payments/{id}',
  summary: 'Show a payment',
  input: () => z.object({ id: Id }),
  output: paymentSchema,
} as const;

const paymentSteps = [
  'advance',
  'submit',
  'complete',
  'fail',
  'return',
  'notice',
  'hold',
  'release',
  'reject',
] as const;

const withdrawalSteps = ['advance', 'submit', 'complete', 'fail', 'return'] as const;
const withdrawalColumns = ['id', 'status:state', 'amount:money', 'fundingSourceId'];

const listWithdrawals = {
  id: 'withdrawals.list',
  summary: 'List withdrawals, oldest first (the API has no operation for it)',
  route: 'GET /sandbox/withdrawals',
  input: () => z.object({ id: z.optional(Id), businessId: z.optional(Id) }),
  output: () => z.array(withdrawalSchema()),
} as const;

export const moneyControls = defineControls({
  readLedger: {
    id: 'ledger.get',
    route: 'GET /sandbox/ledger',
    output: () =>
      z.array(
        /** The balance is in the sense of the class: a liability is positive. */
        z.object({ name: z.string(), class: z.enum(ledgerClasses), balance: Dollars }),
      ),
    command: 'ledger',
    summary: 'Show the accounts of the ledger and their balances',
    empty: 'The ledger is empty.',
    examples: {
      'Show all accounts': '',
      'Export them as CSV': '--csv',
    },
  },
  checkLedger: {
    id: 'ledger.check',
    route: 'GET /sandbox/ledger/check',
    isLong: true,
    output: ledgerCheckSchema,
    command: 'ledger check',
    summary: 'Check that the ledger balances and every invariant holds',
    examples: {
      'Check the ledger': '',
      'Print true or false': '--json --query ok',
    },
  },
  readLedgerAccount: {
    id: 'ledger.account',
    route: 'GET /sandbox/ledger/accounts/{name}',
    input: () =>
      z.object({
        name: withFlag(Id, '<name>', 'account, such as fbo.cash or biz.biz_….available'),
      }),
    output: () =>
      z.array(
        z.object({
          entry: z.number(),
          at: IsoTimestamp,
          event: z.string(),
          ref: z.string(),
          amount: Dollars,
        }),
      ),
    command: 'ledger account',
    summary: 'Show the entries of a ledger account, oldest first',
    empty: 'No entries.',
    examples: {
      'Show the entries of an account': 'fbo.cash',
      'Export them as CSV': 'fbo.cash --csv',
    },
  },
  creditBusiness: {
    id: 'ledger.credit',
    route: 'POST /sandbox/ledger/credits',
    input: () =>
      z.object({
        businessId: withFlag(Id, '<business>', 'business'),
        amount: withFlag(Dollars, '<amount>', 'dollars'),
      }),
    output: balanceSchema,
    command: 'ledger credit',
    summary: 'Credit the available balance of a business',
    columns: ['businessId', 'available:money', 'pending:money', 'total:money'],
    examples: {
      'Credit $500': 'biz_… 500',
      'Credit one cent in a script': 'biz_… 0.01 --json',
    },
  },

  readPayment,
  /** A step of a payment, out of turn: its scheduled jobs are removed. `advance` is the step that is scheduled next. */
  stepPayment: {
    id: 'payments.step',
    route: 'POST /sandbox/payments/{id}/{step}',
    input: () =>
      z.object({
        id: withFlag(Id, '<payment>', 'payment'),
        step: withFlag(z.enum(paymentSteps), '[step]', 'step to take'),
        ...failure,
      }),
    output: paymentSchema,
    command: 'payment',
    summary: 'Show a payment, or advance it by one step now',
    about:
      '`advance` takes the step that is scheduled next; the others force one. A bank returns a settled payment within the window of the code: see remit explain. notice is a notice of change about the bank account.',
    otherwise: readPayment,
    columns: ['paymentId', 'status:state', 'amount:money', 'payableId', 'failureCode'],
    examples: {
      'Complete a payment': 'pmt_… complete',
      'Return a payment with a code': 'pmt_… fail --code R01 --json',
      'Report a change of the account number': 'pmt_… notice --code C01',
    },
  },
  listWithdrawals,
  /** A step of a withdrawal, out of turn. */
  stepWithdrawal: {
    id: 'withdrawals.step',
    route: 'POST /sandbox/withdrawals/{id}/{step}',
    input: () =>
      z.object({
        id: withFlag(Id, '[withdrawal]', 'withdrawal (default: all)'),
        step: withFlag(z.enum(withdrawalSteps), '[step]', 'step to take'),
        businessId: withFlag(z.optional(Id), '-b', ''),
        ...failure,
      }),
    output: withdrawalSchema,
    command: 'withdrawal',
    summary: 'List withdrawals, or advance one by a step now',
    about:
      '`advance` takes the step that is scheduled next; the others force one. The API has no operation that lists withdrawals; with -b, those of that business are listed.',
    otherwise: listWithdrawals,
    columns: withdrawalColumns,
    examples: {
      'List all withdrawals': '',
      'Complete a withdrawal': 'wd_… complete',
      'Return a withdrawal with a code': 'wd_… return --code R23 --json',
    },
  },
});
