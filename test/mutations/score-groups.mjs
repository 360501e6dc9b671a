/**
 * The files that decide about money, in groups, with the tests that judge them: the few that need no service, so that
 * thousands of small changes can be tried. The only list of these paths.
 */
export const groups = [
  {
    name: 'ended',
    files: ['src/journal/payment-ended.ts', 'src/journal/activity-entries.ts'],
    tests: [
      'test/journal/payment-ended.test.ts',
      'test/reconcile/proofs.test.ts',
      'test/reconcile/reasons.test.ts',
    ],
  },
  {
    name: 'reconcile',
    files: [
      'src/journal/reconcile-rules.ts',
      'src/journal/judge-payment.ts',
      'src/journal/judge-created-payable.ts',
      'src/journal/observed-facts.ts',
      'src/journal/sent-facts.ts',
    ],
    tests: ['test/reconcile/proofs.test.ts', 'test/reconcile/reasons.test.ts'],
  },
  {
    name: 'duplicates',
    files: [
      'src/journal/duplicate-guard.ts',
      'src/journal/similar-payments.ts',
      'src/journal/idempotency-key.ts',
      'src/journal/intent-payables.ts',
      'src/journal/plan-batches.ts',
    ],
    tests: [
      'test/journal/duplicates.test.ts',
      'test/journal/derived-keys.test.ts',
      'test/journal/similar-payments.test.ts',
      'test/journal/intents.test.ts',
      'test/journal/lifecycle.test.ts',
      'test/journal/environments.test.ts',
      'test/journal/file-rows.test.ts',
      'test/journal/intent-payables.test.ts',
      'test/journal/known-outcomes.test.ts',
    ],
  },
  {
    name: 'spending',
    files: ['src/journal/spending-limits.ts', 'src/journal/intent-payees.ts'],
    tests: [
      'test/journal/spending-limits.test.ts',
      'test/journal/similar-payments.test.ts',
      'test/journal/known-outcomes.test.ts',
    ],
  },
  {
    name: 'verdicts',
    files: [
      'src/journal/verdict-requests.ts',
      'src/journal/claims.ts',
      'src/journal/key-history.ts',
      'src/journal/unresolved.ts',
      'src/journal/revoked-plans.ts',
    ],
    tests: [
      'test/journal/earlier-attempts.test.ts',
      'test/journal/known-outcomes.test.ts',
      'test/journal/lifecycle.test.ts',
    ],
  },
  {
    name: 'hashes',
    files: ['src/journal/canonical-json.ts', 'src/journal/chain/entry.ts'],
    tests: ['test/journal/hashes.test.ts'],
  },
  {
    name: 'money',
    files: ['src/contract/money.ts', 'src/contract/id-or-name.ts'],
    tests: ['test/contract/money.test.ts', 'test/contract/id-or-name.test.ts'],
  },
  {
    name: 'calendar',
    files: ['src/contract/ach/calendar.ts', 'src/contract/ach/cut-off.ts'],
    tests: ['test/contract/ach-calendar.test.ts', 'test/sandbox/payments/window.test.ts'],
  },
  {
    name: 'prepare',
    files: ['src/payments/prepare.ts', 'src/payments/movements.ts', 'src/payments/known-path.ts'],
    tests: ['test/payments/prepared-requests.test.ts', 'test/money-gate/movements.test.ts'],
  },
  {
    name: 'answers',
    files: ['src/payments/sending/compare-response.ts'],
    tests: ['test/payments/answers.test.ts'],
  },
  {
    name: 'policy',
    files: ['src/payments/policy.ts', 'src/payments/expectations.ts'],
    tests: ['test/policy/rules.test.ts', 'test/payments/expectations.test.ts'],
  },
  {
    name: 'plans',
    files: [
      'src/payments/run/plan.ts',
      'src/payments/changes.ts',
      'src/payments/batches/planned-payment.ts',
      'src/payments/withdrawal-amount.ts',
    ],
    tests: ['test/payment-runs/plan-rules.test.ts', 'test/payments/prepared-requests.test.ts'],
  },
];
