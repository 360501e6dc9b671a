import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTILE, isThere, openStage, type RealShell, type Stage } from './fixture.ts';

const shells: readonly RealShell[] = ['bash', 'zsh', 'fish'];
const files = { bash: 'remit.bash', zsh: '_remit', fish: 'remit.fish' } as const;

let stage: Stage;
beforeAll(() => {
  stage = openStage();
});
afterAll(() => stage.close());

// Each test waits for a shell of its own, most of the time.
describe.concurrent.each(shells.filter(isThere))('%s', (shell) => {
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
      'remit pay initiate pay_zz --bank ',
      ['pay', 'initiate', 'pay_zz', '--bank', 'fs_1'],
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
    [
      'a file behind =',
      'remit payable create --file=it',
      ['payable', 'create', "--file=it's $5 a file.csv"],
    ],
    [
      'a file behind @',
      'remit payable create --data @it',
      ['payable', 'create', '--data', "@it's $5 a file.csv"],
    ],
    [
      'what stands behind hostile words',
      "remit payable approve '$(touch pwned)' ';touch pwned' pay_z",
      ['payable', 'approve', '$(touch pwned)', ';touch pwned', 'pay_zz'],
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

  test('completes without a cache, a configuration or a home directory', async () => {
    const bare = { REMIT_HOME: '/nonexistent', REMIT_PROFILE: '' };
    const id = await stage.type(shell, 'remit payable get pay_z', bare);
    expect(id.words).toEqual(['payable', 'get', 'pay_z']);
    const word = await stage.type(shell, 'remit -P x payab', bare);
    expect(word.words).toEqual(['-P', 'x', 'payable']);
    expect(word.screen + id.screen).not.toMatch(/nonexistent|error|not found|no such/i);
  });
});

test.runIf(isThere('shellcheck'))('shellcheck accepts the bash script', () => {
  execFileSync('shellcheck', ['-s', 'bash', resolve('completions/remit.bash')], { stdio: 'pipe' });
});
