/**
 * The files that decide about money, in groups, with the tests that judge them: the few that are fast, so that
 * thousands of small changes can be tried. The only list of these paths.
 */
export const groups = [
  {
    name: 'ended',
    files: ['src/money/journal/payment-ended.ts', 'src/money/journal/activity-entries.ts'],
    tests: [
      'test/journal/payment-ended.test.ts',
      'test/reconcile/proofs.test.ts',
      'test/reconcile/reasons.test.ts',
    ],
  },
  {
    name: 'reconcile',
    files: [
      'src/money/journal/reconcile-rules.ts',
      'src/money/journal/judge-payment.ts',
      'src/money/journal/judge-created-payable.ts',
      'src/money/journal/observed-facts.ts',
      'src/money/journal/sent-facts.ts',
    ],
    tests: ['test/reconcile/proofs.test.ts', 'test/reconcile/reasons.test.ts'],
  },
  {
    name: 'duplicates',
    files: [
      'src/money/journal/duplicate-guard.ts',
      'src/money/journal/similar-payments.ts',
      'src/money/journal/idempotency-key.ts',
      'src/money/journal/intent-payables.ts',
      'src/money/journal/plan-batches.ts',
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
    files: ['src/money/journal/spending-limits.ts', 'src/money/journal/intent-payees.ts'],
    tests: [
      'test/journal/spending-limits.test.ts',
      'test/journal/similar-payments.test.ts',
      'test/journal/known-outcomes.test.ts',
    ],
  },
  {
    name: 'verdicts',
    files: [
      'src/money/journal/verdict-requests.ts',
      'src/money/journal/claims.ts',
      'src/money/journal/key-history.ts',
      'src/money/journal/unresolved.ts',
      'src/money/journal/revoked-plans.ts',
    ],
    tests: [
      'test/journal/earlier-attempts.test.ts',
      'test/journal/known-outcomes.test.ts',
      'test/journal/lifecycle.test.ts',
    ],
  },
  {
    name: 'hashes',
    files: ['src/money/journal/canonical-json.ts', 'src/money/journal/chain/entry.ts'],
    tests: ['test/journal/hashes.test.ts'],
  },
  {
    name: 'money',
    files: ['src/api/money.ts', 'src/api/id-or-name.ts'],
    tests: ['test/contract/money.test.ts', 'test/contract/id-or-name.test.ts'],
  },
  {
    name: 'calendar',
    files: ['src/api/ach/calendar.ts', 'src/api/ach/cut-off.ts'],
    tests: ['test/contract/ach-calendar.test.ts', 'test/sandbox/payments/window.test.ts'],
  },
  {
    name: 'prepare',
    files: [
      'src/money/gate/prepare.ts',
      'src/money/gate/movements.ts',
      'src/money/gate/known-path.ts',
    ],
    tests: ['test/payments/prepared-requests.test.ts', 'test/money-gate/movements.test.ts'],
  },
  {
    name: 'answers',
    files: ['src/money/sending/compare-response.ts'],
    tests: ['test/payments/answers.test.ts'],
  },
  {
    name: 'policy',
    files: ['src/money/gate/policy.ts', 'src/money/gate/expectations.ts'],
    tests: [
      'test/policy/rules.test.ts',
      'test/payments/expectations.test.ts',
      'test/marks/fraud-stories.test.ts',
    ],
  },
  {
    name: 'plans',
    files: [
      'src/money/runs/plan.ts',
      'src/money/gate/changes.ts',
      'src/money/batches/planned-payment.ts',
      'src/money/gate/withdrawal-amount.ts',
    ],
    tests: ['test/payment-runs/plan-rules.test.ts', 'test/payments/prepared-requests.test.ts'],
  },
  {
    name: 'signers',
    files: ['src/money/runs/signing/allowed-signers.ts', 'src/money/runs/signing/signable.ts'],
    tests: ['test/payment-runs/allowed-signers.test.ts', 'test/payment-runs/signed-text.test.ts'],
  },
  {
    name: 'trust',
    files: [
      'src/money/runs/signing/revoked-keys.ts',
      'src/money/runs/signing/signer-files.ts',
      'src/money/runs/signing/signers-in-use.ts',
    ],
    tests: [
      'test/payment-runs/running-ssh-keygen.test.ts',
      'test/payment-runs/whose-signatures.test.ts',
      'test/payment-runs/approval.test.ts',
      'test/payment-runs/signatures.test.ts',
    ],
  },
  {
    name: 'signatures',
    files: [
      'src/money/runs/approval.ts',
      'src/money/runs/signing/signatures.ts',
      'src/money/runs/signing/ssh-keygen.ts',
    ],
    tests: [
      'test/payment-runs/running-ssh-keygen.test.ts',
      'test/payment-runs/signature-reasons.test.ts',
      'test/payment-runs/signing-keys.test.ts',
      'test/payment-runs/missing-approvals.test.ts',
      'test/policy/signed-approvals.test.ts',
      'test/marks/fraud-stories.test.ts',
      'test/payment-runs/who-approved.test.ts',
      'test/payment-runs/approval.test.ts',
      'test/payment-runs/signatures.test.ts',
    ],
  },
  {
    name: 'approvals',
    files: ['src/money/gate/approvals.ts'],
    tests: [
      'test/payments/approval-checks.test.ts',
      'test/payments/approvals.test.ts',
      'test/policy/max-per-approval.test.ts',
      'test/policy/signed-approvals.test.ts',
      'test/marks/fraud-stories.test.ts',
    ],
  },
  {
    name: 'replays',
    files: ['src/money/sending/replays.ts'],
    tests: [
      'test/payments/idempotency-keys.test.ts',
      'test/payments/repeated-answers.test.ts',
      'test/payments/replays.test.ts',
    ],
  },
];
