import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildCatalog,
  type CatalogEntry,
  globalFlags,
} from '../../src/commands/command-catalog.ts';
import { tree } from '../../src/commands/tree.ts';

const LAUNCHER = 'examples/sudo/remit-pay';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-launcher-'));
  mkdirSync(join(folder, 'empty'));
  // In place of remit: prints where it is, its arguments and its variables.
  const program = '#!/bin/sh\nset -e\n/bin/pwd\nprintf "%s\\n" "$@"\necho --\n/usr/bin/env\n';
  writeFileSync(join(folder, 'remit'), program, { mode: 0o755 });
  const launcher = readFileSync(LAUNCHER, 'utf8')
    .replace('/usr/local/bin/remit\n', `${join(folder, 'remit')}\n`)
    .replace('/var/lib/remit/empty\n', `${join(folder, 'empty')}\n`);
  writeFileSync(join(folder, 'remit-pay'), launcher, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the launcher. Returns the directory, the arguments and the variables that remit gets, or the complaint. */
function launch(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(join(folder, 'remit-pay'), words, {
    encoding: 'utf8',
    env: { PATH: '/nowhere', ...env },
    cwd: '/',
  });
  const [head = '', variables = ''] = stdout.split('\n--\n');
  const [cwd = '', ...got] = head.split('\n');
  return {
    code: status,
    err: stderr,
    cwd,
    words: got,
    env: Object.fromEntries(variables.split('\n').map((line) => line.split(/=(.*)/s))),
  };
}

const isRun = (...words: string[]): boolean => {
  const { code, err, words: got } = launch(words);
  if (code === 0) expect(got).toEqual(words);
  else expect([code, got, err]).toEqual([2, [], expect.stringMatching(/^remit-pay: .+\n$/)]);
  return code === 0;
};

describe.skipIf(process.platform === 'win32')('the launcher of examples/sudo', () => {
  test('passes on what the day needs, word for word', () => {
    for (const words of [
      ['status'],
      ['status', '--json'],
      ['payable', 'list', '--status', 'APPROVED', '-o', 'csv', '--columns', 'id,amount'],
      ['payable', 'create', '--file', '-', '-y'],
      ['payable', 'create', '--memo=room 3/4 é', '--line=linen|2|10.50', '--amount', '21'],
      ['pay', 'bulk', '--file=-', '--date-format=DD.MM.YYYY', '--yes', '--expect-total', '5'],
      ['business', 'balance', 'biz_1', '-b', 'biz_2'],
      ['run', 'plan', '--due-to', '2026-12-31', '--query=plan.payments[*].{a: b}'],
      ['run', 'apply', '-', '--yes', '--max-total', '$1,000.00'],
      ['run', 'show', '-', '--signable', 'approver', '--person', 'bo@example.com'],
      ['journal', 'verify', '--head', '12:abc'],
      ['payable', 'get', 'O\'Hara; $(id) `id` * ? \\ "'],
    ]) {
      expect(isRun(...words), words.join(' ')).toBe(true);
    }
  });

  test.each([
    ...[[], [''], ['pay'], ['payable'], ['help'], ['--help'], ['-h', 'status'], ['auth', 'token']],
    ...[
      ['api', 'GET', '/x'],
      ['profile', 'set'],
      ['config', 'path'],
      ['policy', 'set'],
    ],
    ...[
      ['bank', 'list'],
      ['mcp', 'serve'],
      ['run', 'key'],
      ['run', 'sign'],
      ['run', 'approve'],
    ],
    ...[
      ['journal', 'adopt'],
      ['journal', 'export'],
      ['payable', 'evidence', 'pay_1'],
    ],
    ...[
      ['-P', 'other', 'pay', 'list'],
      ['pay', '--yes', 'initiate'],
      ['pay ', 'list'],
    ],
    ...[['pay', 'list*'], ['pay list'], ['PAY', 'list'], ['pay', 'list\n'], ['dialect', 'set']],
  ])('refuses a line that does not begin with a listed command: %j', (...words) => {
    expect(isRun(...words)).toBe(false);
  });

  test.each([
    ...[['-P', 'x'], ['-Px'], ['-yPx'], ['-y', '-Px'], ['--profile', 'x'], ['--profile=x']],
    ...[['--pro', 'x'], ['--base-url=http://x'], ['--base', 'x'], ['--token-file', '-']],
    ...[['--ca-file=-'], ['-H', 'a: b'], ['-Ha:b'], ['--header=a: b'], ['--out', 'x'], ['--out=-']],
    ...[['--dir', 'x'], ['-F', 'key=@file'], ['-Fkey=1'], ['--field=a=1'], ['--data', '@x']],
    ...[
      ['--data=-'],
      ['--key', 'x'],
      ['--signature', 'x'],
      ['--signature', '--json'],
      ['--plan=x'],
      ['--report', 'x'],
    ],
    ...[['--attach', 'x'], ['--force'], ['--manifest'], ['--since-last'], ['--debug'], ['-v']],
    ...[['--allow-duplicate', 'x'], ['--idempotency-key=x'], ['--quiet-period', '0'], ['--again']],
    ...[['--'], ['--', '-Px'], ['---profile=x'], ['-- profile=x'], ['-\u00a0P']],
    ...[
      ['--yes --profile x'],
      ['-yn'],
      ['-bx'],
      ['-o=json/x'],
      ['--memo', '-Px'],
      ['--memo', '--'],
    ],
    ...[
      ['--file', '/etc/passwd'],
      ['--file=x'],
      ['--file', 'x'],
      ['--file=-x'],
      ['--file=../x'],
      ['/dev/stdin'],
      ['../run.json'],
    ],
    ...[['./x'], ['x/'], ['/'], ['--from=/x'], ['--file=/dev/fd/3'], ['--memo', '3/4']],
    ...[[''], ['a\nb'], ['--memo=a\n-Px'], ['a\rb'], ['a\tb'], ['\u001b[2J'], ['a\u007f']],
  ])('refuses %j after a command', (...words) => {
    expect(isRun('pay', 'bulk', ...words)).toBe(false);
    expect(isRun('pay', 'bulk', '--yes', ...words, '--json')).toBe(false);
  });

  test('gives remit an empty directory and no variable but its own', () => {
    const hostile = {
      ...{ NODE_OPTIONS: '--require=/tmp/x.js', NODE_PATH: '/tmp', LD_LIBRARY_PATH: '/tmp' },
      ...{ REMIT_TOKEN: 'x', REMIT_PROFILE: 'x', REMIT_BASE_URL: 'http://x', REMIT_HOME: '/tmp' },
      ...{ XDG_STATE_HOME: '/tmp', HOME: '/tmp', PATH: '/tmp', ENV: '/tmp/x', BASH_ENV: '/tmp/x' },
      ...{
        HTTPS_PROXY: 'http://x',
        SSL_CERT_FILE: '/tmp/x',
        TZ: '/tmp/x',
        IFS: 'aeiou',
        CDPATH: '/',
      },
      ...{ TERM: 'xterm-256color', SHELLOPTS: 'xtrace', PS4: '$(id)', OLDPWD: '/', LC_ALL: 'x' },
    };
    const { code, cwd, env } = launch(['status'], hostile);
    expect(code).toBe(0);
    expect(cwd).toBe(join(folder, 'empty'));
    // The shell that stands in for remit sets these itself.
    const { PWD: _, SHLVL: __, _: ___, OLDPWD: ____, ...rest } = env;
    expect(rest).toEqual({
      '': undefined,
      HOME: '/var/lib/remit/home',
      LC_ALL: 'C.UTF-8',
      PATH: '/usr/local/bin:/usr/bin:/bin',
      REMIT_BASE_URL: 'https://api.example.com',
      REMIT_HOME: '/var/lib/remit/home',
      REMIT_PROFILE: 'live',
      TERM: 'xterm-256color',
    });
    expect(launch(['status'], { TERM: '../../tmp/x' }).env['TERM']).toBe('dumb');
  });

  test('does nothing where its directory is missing', () => {
    rmSync(join(folder, 'empty'), { recursive: true });
    expect(launch(['status']).code).not.toBe(0);
    mkdirSync(join(folder, 'empty'));
  });
});

/** The flags that a launcher must not pass on, of the commands that it runs. */
const refused = [
  ...['--again', '--allow-duplicate', '--attach', '--attachment', '--base-url', '--ca-file'],
  ...[
    '--data',
    '--debug',
    '--evidence',
    '--field',
    '--force',
    '--header',
    '--idempotency-key',
    '--key',
  ],
  ...[
    '--manifest',
    '--map',
    '--out',
    '--profile',
    '--quiet-period',
    '--reauthorized',
    '--reference',
    '--rejects',
    '--report',
    '--retries',
    '--since',
    '--since-last',
  ],
  ...['--timeout', '--token-file', '--verbose', '--version'],
];

describe.skipIf(process.platform === 'win32')('beside the commands of remit', () => {
  const source = readFileSync(LAUNCHER, 'utf8');
  const known = new Map<string, { readonly syntax: string; readonly names: readonly string[] }>();
  let listed: readonly CatalogEntry[];
  beforeAll(async () => {
    listed = (await buildCatalog(tree)).filter(({ command }) => isRun(...command.split(' ')));
    for (const flag of [...listed.flatMap(({ flags }) => flags), ...globalFlags()]) {
      known.set(flag.names.at(-1) ?? '', flag);
    }
  });
  const isPassed = (...words: string[]) => isRun('pay', 'bulk', ...words);

  test('each command that it lists is one', () => {
    const named = [...source.matchAll(/'(\w+ [\w-]+)'/g)].map(([, it]) => it);
    expect(listed.map(({ command }) => command).toSorted()).toEqual(
      [...named, 'status'].toSorted(),
    );
  });

  test('each flag of these commands is passed on, or refused on purpose', () => {
    const stopped = [...known.keys()].filter((name) => !isPassed(name));
    expect(stopped.toSorted()).toEqual(refused);
  });

  test('each flag that it lists is one, and its short form is treated as the long one', () => {
    const [list = ''] = /case \$\{word%%=\*\} in(.*?)-\*\)/s.exec(source) ?? [];
    const names = [...list.matchAll(/--[\w-]+/g)].map(([name]) => name);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const short = [...known.values()].map((flag) => flag.names).filter((it) => it.length === 2);
    expect(short.length).toBeGreaterThan(5);
    for (const pair of short) {
      expect(pair.map((name) => isPassed(name))).toEqual(
        pair.map(() => !refused.includes(pair[1] ?? '')),
      );
    }
  });

  test('no flag names a file or an address, but - for standard input', () => {
    const isPath = ({ syntax }: { readonly syntax: string }) =>
      /<[^>]*(file|dir>|url|@)/.test(syntax);
    const names = [...known.values()].filter(isPath).flatMap((flag) => flag.names);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      expect(isPassed(name, 'x'), name).toBe(false);
      expect(isPassed(name, '-'), name).toBe(['--file', '--signature'].includes(name));
    }
  });
});
