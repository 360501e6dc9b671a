// npm run mutations [-- <text>...]: removes one safeguard at a time, in a copy, and expects the tests to fail; with texts, only
// those whose name contains one. Before, nothing is removed and the same tests must pass: else a red one proves nothing.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The safeguards to remove: the file, the replacement, and the tests that must fail. */
const safeguards = [
  {
    name: 'the commit before the send',
    file: 'src/payments/sending/journaled-send.ts',
    from: 'const { intentId } = await withOverrides(request, (sender) =>',
    to: 'const early = request.send(); await early.catch(() => {}); const { intentId } = await withOverrides(request, (sender) =>',
    and: ['const answer = await request.send();', 'const answer = await early;'],
    tests: [
      'test/reconcile',
      'test/payments/outcomes.test.ts',
      'test/policy',
      'test/faults',
      'test/journal/write-ahead.test.ts',
    ],
  },
  {
    name: 'an empty journal does not start anew',
    file: 'src/config/journal-bindings.ts',
    from: 'if (first === undefined || expected.some(({ journal }) => journal === request.journal)) return;',
    to: 'if (first === undefined || expected.length > 0) return;',
    tests: ['test/journal/binding.test.ts'],
  },
  {
    name: 'the journal of the machine has the id that its policy names',
    file: 'src/config/journal-place.ts',
    from: 'if (journal.id === undefined || journal.id === id) return;',
    to: 'if (journal.id !== id || journal.id === id) return;',
    tests: ['test/policy/machine-policy.test.ts'],
  },
  {
    name: 'an entry of the journal covers the one before it',
    file: 'src/journal/chain/verify-chain.ts',
    from: 'chainHash(before.hash, content) !== hash',
    to: 'hash.length !== 64',
    tests: ['test/journal/tampering.test.ts'],
  },
  {
    name: 'two persons decide about money under a policy of the machine',
    file: 'src/payments/verdict.ts',
    from: 'machine && concernsMoney(operation) && bindsOrigin(machine, origin) ? machine : undefined',
    to: 'machine && !concernsMoney(operation) && bindsOrigin(machine, origin) ? machine : undefined',
    tests: ['test/policy/verdicts.test.ts'],
  },
  {
    name: 'the least quiet period under a policy of the machine',
    file: 'src/service/reconcile/reconcile.ts',
    from: 'quietSeconds: machine ? Math.max(quietSeconds, QUIET_SECONDS) : quietSeconds,',
    to: 'quietSeconds,',
    tests: ['test/reconcile/quiet-period.test.ts'],
  },
  {
    name: 'a plan that was revoked is not paid',
    file: 'src/journal/revoked-plans.ts',
    from: 'if (at !== undefined) throw new PlanRevokedError(at);',
    to: "if (at === '') throw new PlanRevokedError(at);",
    tests: ['test/payment-runs/plan.test.ts'],
  },
  {
    name: 'a foreign-owned policy counts as none',
    file: 'src/config/machine-policy.ts',
    from: 'const text = await readTrustedFile(place, system.platform);',
    to: 'const text = await readTrustedFile(place, system.platform).catch(() => undefined);',
    tests: ['test/policy/machine-policy.test.ts'],
  },
  {
    name: 'the stricter of two rules',
    file: 'src/config/policy-settings.ts',
    from: 'return Number(other) < Number(one) ? other : one;',
    to: 'return one;',
    tests: ['test/policy/machine-policy.test.ts'],
  },
  {
    name: 'a sum is kept over the verdict of a person',
    file: 'src/journal/spending-limits.ts',
    from: ".where('verdicts.source', '=', 'records')",
    to: ".where('verdicts.verdict', '=', 'not-applied')",
    tests: ['test/journal/spending-limits.test.ts'],
  },
  {
    name: 'the lock of an unknown outcome',
    file: 'src/journal/write-intents.ts',
    from: "in_doubt: outcome === 'unknown' ? (1 as const) : null",
    to: 'in_doubt: null',
    tests: ['test/journal', 'test/reconcile', 'test/faults'],
  },
  {
    name: '5xx means unknown',
    file: 'src/http/outcome.ts',
    from: "return status >= 400 && status < 500 ? 'rejected' : 'unknown';",
    to: "return status >= 400 ? 'rejected' : 'unknown';",
    tests: ['test/http', 'test/payments/outcomes.test.ts', 'test/faults'],
  },
  {
    name: 'a request with a connection may have been sent',
    file: 'src/http/transport/deadlines.ts',
    from: 'this.sent = true;',
    to: 'this.sent = false;',
    tests: ['test/http/transport.test.ts', 'test/http/proxy.test.ts'],
  },
  {
    name: 'a 409 to a request that was sent before proves nothing',
    file: 'src/http/middleware/retry.ts',
    from: 'before ? { ...answer, retried: true } : answer',
    to: 'before ? { ...answer, retried: false } : answer',
    tests: ['test/http/retry.test.ts'],
  },
  {
    name: 'the refusal of redirects',
    file: 'src/http/response/response-error.ts',
    from: 'if (status >= 200 && status < 300) return undefined;',
    to: 'if (status >= 200 && status < 400) return undefined;',
    tests: ['test/http', 'test/payments/outcomes.test.ts', 'test/faults'],
  },
  {
    name: 'arithmetic in cents',
    file: 'src/contract/money.ts',
    from: 'const cents = Math.round(dollars * 100) || 0;',
    to: 'const cents = Math.trunc(dollars * 100) || 0;',
    tests: ['test/contract'],
  },
  {
    name: 'a ledger invariant',
    file: 'src/sandbox/ledger/check.ts',
    from: 'results.push({ name, ok: found.length === 0, detail });',
    to: 'results.push({ name, ok: true, detail });',
    tests: ['test/sandbox/ledger.test.ts', 'test/sandbox/mutations', 'test/sandbox/model'],
  },
  {
    name: 'a key typed early answers no prompt',
    file: 'src/program/terminal/keyboard.ts',
    from: 'else if (current?.isOpen) current.stream.write(keys);',
    to: 'else if (current) current.stream.write(keys);',
    tests: ['test/prompts'],
  },
  {
    name: 'a request that cannot be read is not sent without typing unknown',
    file: 'src/payments/request-reading.ts',
    from: 'const [unknownField] = found.unknown;',
    to: 'const [unknownField] = found.unknown.slice(0, 0);',
    and: [': mismatchOf(op, sent, body);', ': mismatchOf(op, sent, body) && null;'],
    tests: ['test/money-gate/gate.test.ts'],
  },
  {
    name: 'a non-positive amount is refused',
    file: 'src/payments/movements.ts',
    from: 'Number.isSafeInteger(cents) && cents > 0 &&',
    to: 'Number.isSafeInteger(cents) &&',
    tests: ['test/money-gate/movements.test.ts'],
  },
  {
    name: 'a header does not override the method',
    file: 'src/contract/http/request-headers.ts',
    from: 'if (rerouting.test(name))',
    to: "if (rerouting.test(name) && name === '')",
    tests: ['test/money-gate/gate.test.ts'],
  },
  {
    name: 'the second read after the prompt',
    file: 'src/payments/payments.ts',
    from: 'if (isStale(prepared)) await assertUnchanged(context, prepared, reader);',
    to: 'if (!isStale(prepared)) await Promise.resolve();',
    tests: ['test/money-gate/gate.test.ts'],
  },
  {
    name: 'the totals of a plan are those of its rows',
    file: 'src/payments/run/plan.ts',
    from: 'if (hashCanonicalJson(plan) === hash && isSummed && isUnique) return;',
    to: 'if (hashCanonicalJson(plan) === hash && (isSummed || isUnique)) return;',
    tests: ['test/payment-runs/forged-plans.test.ts'],
  },
  {
    name: 'the maker of a plan does not approve it',
    file: 'src/payments/run/approval.ts',
    from: "by('approver').filter((it) => it !== maker)",
    to: "by('approver')",
    tests: ['test/payment-runs/approval.test.ts'],
  },
  {
    name: 'the duplicate check',
    file: 'src/journal/duplicate-guard.ts',
    from: 'if (!reason) throw new DuplicateError(',
    to: 'if (!reason) continue; if (reason === null) throw new DuplicateError(',
    tests: ['test/journal', 'test/reconcile'],
  },
  {
    name: 'one lock for all base URLs of an environment',
    file: 'src/journal/destination.ts',
    from: ": eb('intents.environment', '=', environment),",
    to: ": eb('intents.origin', '=', origin),",
    tests: ['test/journal/environments.test.ts'],
  },
];

const copied = [
  'src',
  'test',
  'bin',
  'examples',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'CHANGELOG.md',
  'README.md',
];

const texts = process.argv.slice(2);
const removals = safeguards.filter(
  ({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)),
);
if (removals.length === 0) throw new Error(`No safeguard is named like ${texts.join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'remit-mutations-'));
let survived = 0;
try {
  for (const path of copied) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const all = new Set(removals.flatMap(({ tests }) => tests));
  if (areRed([...all], 'inherit'))
    throw new Error('The tests fail although nothing was removed: none of them proves anything.');
  for (const removal of removals) {
    const from = Date.now();
    const isNoticed = noticed(removal);
    survived += isNoticed ? 0 : 1;
    const seconds = Math.round((Date.now() - from) / 1000);
    process.stdout.write(
      `${isNoticed ? 'noticed ' : 'SURVIVED'}  ${removal.name} (${seconds} s)\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${removals.length - survived} of ${removals.length} removals turn the tests red\n`,
);
process.exitCode = survived === 0 ? 0 : 1;

/** Reports whether a test fails without the safeguard. Throws if its code is no longer as listed above. */
function noticed({ file, from, to, and = ['', ''], tests }) {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  for (const text of [from, and[0]]) {
    if (whole.split(text).length !== 2 && text !== '')
      throw new Error(`${file} has not once: ${text}`);
  }
  writeFileSync(
    path,
    whole.replace(from, () => to).replace(and[0], () => and[1]),
  );
  const isRed = areRed(tests, 'ignore');
  writeFileSync(path, whole);
  return isRed;
}

/** Reports whether one of the tests fails in the copy. */
function areRed(tests, stdio) {
  // Two projects are not run at once: they differ in their number of workers, which vitest refuses.
  return ['default', 'e2e'].some((project) => {
    // Tried again, so that a test which a busy machine delayed does not count as red.
    const args = ['--project', project, '--bail', '1', '--retry', '2', '--passWithNoTests'];
    return (
      spawnSync('npx', ['vitest', 'run', ...args, ...tests], { cwd: folder, stdio }).status !== 0
    );
  });
}
