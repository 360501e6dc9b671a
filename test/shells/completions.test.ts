import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE, isThere, keep, openStage, type RealShell, type Stage } from './fixture.ts';

const shells: readonly RealShell[] = ['bash', 'zsh', 'fish'];
const files = { bash: 'remit.bash', zsh: '_remit', fish: 'remit.fish' } as const;

let stage: Stage;
beforeAll(() => {
  stage = openStage();
});
afterAll(() => stage.close());

describe.each(shells.filter(isThere))('%s', (shell) => {
  test('loads the script without a message', () => {
    execFileSync(shell, ['-n', resolve('completions', files[shell])], { stdio: 'pipe' });
  });

  test.for([
    ['a command', 'remit payab', ['payable']],
    ['a command below another', 'remit payable appr', ['payable', 'approve']],
    ['a command three words deep', 'remit sandbox clock adv', ['sandbox', 'clock', 'advance']],
    ['a flag', 'remit payable list --stat', ['payable', 'list', '--status']],
    ['a flag of every command', 'remit --prof', ['--profile']],
    [
      'a flag of every command that writes',
      'remit payable submit x --dry',
      ['payable', 'submit', 'x', '--dry-run'],
    ],
    ['a value', 'remit payable list --status SUBM', ['payable', 'list', '--status', 'SUBMITTED']],
    [
      'a value in small letters',
      'remit payable list --status subm',
      ['payable', 'list', '--status', 'SUBMITTED'],
    ],
    [
      'a value behind =',
      'remit payable list --status=SUBM',
      ['payable', 'list', '--status=SUBMITTED'],
    ],
    ['an argument of a few', 'remit wait payab', ['wait', 'payable']],
    ['a topic', 'remit help money-s', ['help', 'money-safety']],
    ['a key', 'remit profile set journal.q', ['profile', 'set', 'journal.quietSeconds']],
    ['a profile', 'remit -P li', ['-P', 'live']],
    ['an id', 'remit payable get pay_z', ['payable', 'get', 'pay_zz']],
    ['an id with a hostile name', 'remit payable get pay_a1', ['payable', 'get', 'pay_a1']],
    ['an id with a colon', 'remit payable get pay_a:', ['payable', 'get', 'pay_a:b']],
    ['the only id there is', 'remit bank remove ', ['bank', 'remove', 'fs_1']],
    [
      'an id for a flag',
      'remit pay initiate pay_zz --from ',
      ['pay', 'initiate', 'pay_zz', '--from', 'fs_1'],
    ],
    [
      'one more id',
      'remit payable approve pay_a1 pay_z',
      ['payable', 'approve', 'pay_a1', 'pay_zz'],
    ],
    ['an id of the kind that was named', 'remit wait payable pay_z', ['wait', 'payable', 'pay_zz']],
    [
      'an id of another profile',
      'remit -P live bank remove ',
      ['-P', 'live', 'bank', 'remove', 'fs_live'],
    ],
    [
      'an id of another profile, behind =',
      'remit --profile=live bank remove ',
      ['--profile=live', 'bank', 'remove', 'fs_live'],
    ],
    [
      'a file with a quote in its name',
      'remit payable create --file it',
      ['payable', 'create', '--file', "it's $5 a file.csv"],
    ],
    ['nothing of an unknown command', 'remit nonsense pay_z', ['nonsense', 'pay_z']],
    ['nothing after --', 'remit payable get -- --stat', ['payable', 'get', '--', '--stat']],
    [
      'no file outside of the cache',
      'remit wait ../test/payable pay_z',
      ['wait', '../test/payable', 'pay_z'],
    ],
  ] as const)('completes %s', async ([, line, words]) => {
    const typed = await stage.type(shell, line);
    expect(typed.words).toEqual(words);
    expect(stage.traces()).toEqual([]);
  });

  test('lists ids with descriptions, and evaluates nothing in them', async () => {
    const { screen, words } = await stage.type(shell, 'remit payable get pay_');
    expect(screen).toContain('APPROVED · $1,250.00');
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(HOSTILE.slice(0, 40));
    expect(screen).toContain('PAID · Acme Hotels LLC');
    expect(words.slice(0, 2)).toEqual(['payable', 'get']);
    expect(stage.traces()).toEqual([]);
  });

  test('completes without a cache, a configuration or a home folder', async () => {
    const bare = { REMIT_HOME: '/nonexistent', REMIT_PROFILE: '' };
    const id = await stage.type(shell, 'remit payable get pay_z', bare);
    expect(id.words).toEqual(['payable', 'get', 'pay_z']);
    const word = await stage.type(shell, 'remit -P x payab', bare);
    expect(word.words).toEqual(['-P', 'x', 'payable']);
    expect(word.screen + id.screen).not.toMatch(/nonexistent|error|not found|no such/i);
  });

  test('takes a fraction of the time that Node takes to start, with five hundred ids', async () => {
    const many = Array.from(
      { length: 500 },
      (_, at) => [`int_${at}`, 'applied · pay.initiate · $10.00'] as const,
    );
    keep(stage.home, 'test', 'intent', many);
    const node = quickest(() => millisOf(() => execFileSync(process.execPath, ['-e', '0'])));
    const word = await millisFor(shell, 'remit pay');
    const id = await millisFor(shell, 'remit journal show int_');
    expect([word / node, id / node].map((it) => it.toFixed(2))).toEqual([
      expect.toSatisfy((it: string) => Number(it) < 0.5),
      expect.toSatisfy((it: string) => Number(it) < 0.75),
    ]);
    expect(stage.traces()).toEqual([]);
  });
});

test.runIf(isThere('shellcheck'))('shellcheck accepts the bash script', () => {
  execFileSync('shellcheck', ['-s', 'bash', resolve('completions/remit.bash')], { stdio: 'pipe' });
});

const quickest = (measure: () => number) => Math.min(...Array.from({ length: 7 }, measure));

function millisOf(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** The quickest of some completions of a line, as the shell itself measures them; in fish, with fish's own start. */
async function millisFor(shell: RealShell, line: string): Promise<number> {
  if (shell === 'fish') {
    const script = `source ${resolve('completions/remit.fish')}; complete -C '${line}'`;
    return quickest(() =>
      millisOf(() => execFileSync('fish', ['--no-config', '-c', script], { env: stage.env })),
    );
  }
  const { millis } = await stage.type(shell, line, {}, 7);
  return Math.min(...millis);
}
