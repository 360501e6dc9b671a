/** Real shells at a simulated terminal, for completion tests. */

import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A shell that completions are tested in. */
export type RealShell = 'bash' | 'zsh' | 'fish';

/** Reports whether a program is on the `PATH`. */
export const isThere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program]);
    return true;
  } catch {
    return false;
  }
};

/** A hostile name: any evaluation of it leaves a file behind. */
export const HOSTILE = String.raw`it's "Q" $(touch pwned) ${'`touch pwned`'} %F{red} \u001b; touch pwned; a:b > pwned #`;

/** A home directory with cached ids, and a `PATH` with the built program, which leaves a trace if it runs a command. */
export interface Stage {
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Types a line and TABs in a shell in a terminal, then Enter. Resolves to the words that the program would get. */
  readonly type: (
    shell: RealShell,
    line: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<Typed>;
  /** Returns the traces of commands that were run and files that were created, although they must not be. */
  readonly traces: () => string[];
  readonly close: () => void;
}

/** The result of typing a line. */
export interface Typed {
  readonly words: readonly string[];
  /** Everything that the terminal showed. */
  readonly screen: string;
}

/** Prepares the directories, the program and the shells' startup files. */
export function openStage(): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'remit-shells-'));
  const home = join(folder, 'home');
  const bin = join(folder, 'bin');
  for (const it of [bin, join(home, 'config'), join(folder, 'work'), join(folder, 'zsh')])
    mkdirSync(it, { recursive: true });
  for (const it of ['bash', 'zsh', 'fish', 'stty', 'ls']) {
    if (isThere(it)) symlinkSync(whereIs(it), join(bin, it));
  }
  writeProgram(join(bin, 'remit'), join(folder, 'started'));
  writeFileSync(join(home, 'config', 'config.json'), configuration);
  keep(home, 'test', 'payable', [
    ['pay_a1', `APPROVED · $1,250.00 · ${HOSTILE}`],
    ['pay_a:b', 'DRAFT · a colon in its id'],
    ['pay_zz', 'PAID · Acme Hotels LLC'],
  ]);
  keep(home, 'test', 'bank', [['fs_1', 'verified · Operating ···4321']]);
  keep(home, 'live', 'bank', [['fs_live', 'verified · Payroll ···9999']]);
  writeFileSync(join(folder, 'work', "it's $5 a file.csv"), '');
  writeFileSync(join(folder, 'zsh', '.zshrc'), zshrc);
  const env = {
    PATH: bin,
    HOME: folder,
    REMIT_HOME: home,
    ZDOTDIR: join(folder, 'zsh'),
    TERM: 'xterm',
    LANG: 'C.UTF-8',
  };
  writeFileSync(join(folder, 'bashrc'), bashrc);
  writeFileSync(join(folder, 'fishrc'), fishrc);
  let lines = 0;
  return {
    folder,
    home,
    env,
    type: (shell, line, more = {}) =>
      typed({
        command: commandFor(shell, folder),
        keys: [line, '\t'],
        env: { ...env, OUT: join(folder, `words-${lines++}`), ...more },
        cwd: join(folder, 'work'),
      }),
    traces: () =>
      ['started', 'pwned', 'work/pwned', 'zsh/pwned'].filter((it) => existsSync(join(folder, it))),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes ids to the cache, as list commands do. */
function keep(
  home: string,
  profile: string,
  kind: string,
  ids: readonly (readonly [string, string])[],
): void {
  const folder = join(home, 'cache', 'ids', profile);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${kind}.tsv`), ids.map(([id, text]) => `${id}\t${text}\n`).join(''));
}

const whereIs = (program: string) =>
  execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], { encoding: 'utf8' }).trim();

/** Writes a program that completes, and leaves a trace if it is to do anything else. */
export function writeProgram(path: string, trace: string): void {
  const program = `exec '${process.execPath}' '${resolve('bin/remit.js')}' "$@"`;
  const guard = `[ "$1" = __complete ] || echo "$0 $*" >>'${trace}'`;
  writeFileSync(path, `#!/bin/sh\n${guard}\n${program}\n`);
  chmodSync(path, 0o755);
}

const configuration = `${JSON.stringify(
  {
    version: 1,
    current: 'test',
    profiles: { test: { baseUrl: 'http://x' }, live: {} },
    settings: {},
  },
  null,
  '\t',
)}\n`;

const READY = 'ready>';

const bashrc = `PS1='${READY} '
bind 'set show-all-if-ambiguous on'
bind 'set page-completions off'
bind 'set completion-query-items 0'
bind 'set enable-bracketed-paste off'
remit() { printf '%s\\n' "$@" >"$OUT"; }
. ${resolve('completions/remit.bash')}
`;

const zshrc = `PS1='${READY} '
fpath=(${resolve('completions')} $fpath)
autoload -Uz compinit
compinit -u -D
bindkey '^I' complete-word
setopt no_beep no_always_last_prompt no_auto_menu
LISTMAX=10000
remit() { printf '%s\\n' "$@" >"$OUT"; }
`;

const fishrc = `function fish_prompt; echo -n '${READY} '; end
set -g fish_greeting
set -g fish_autosuggestion_enabled 0
function remit; printf '%s\\n' $argv >$OUT; end
source ${resolve('completions/remit.fish')}
`;

const commandFor = (shell: RealShell, folder: string): string =>
  ({
    bash: `bash --noprofile --rcfile ${join(folder, 'bashrc')} -i`,
    zsh: 'zsh -i -d',
    fish: `fish --no-config -i -C 'source ${join(folder, 'fishrc')}'`,
  })[shell];

interface Terminal {
  readonly command: string;
  readonly keys: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Types keys in a terminal of `script`: when the prompt is shown, each after the output has settled; then Enter. */
async function typed({ command, keys, env, cwd }: Terminal): Promise<Typed> {
  const out = env['OUT'] ?? '';
  const terminal = spawn(
    whereIs('script'),
    ['-qfec', `stty cols 240 rows 100; exec ${command}`, '/dev/null'],
    {
      cwd,
      env: { ...env, SHELL: '/bin/sh' },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let screen = '';
  terminal.stdout.on('data', (chunk) => {
    screen += chunk;
  });
  const ended = new Promise((done) => terminal.on('close', done));
  await until(() => screen.includes(READY));
  const before = screen.length;
  for (const key of keys) {
    terminal.stdin.write(key);
    await quiet(() => screen.length);
  }
  terminal.stdin.write('\r');
  await until(() => existsSync(out));
  terminal.stdin.end('exit\r');
  await ended;
  return {
    words: readFileSync(out, 'utf8').replace(/\n$/, '').split('\n'),
    screen: screen.slice(before),
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (let left = 1000; left > 0; left--) {
    if (holds()) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('It did not come within ten seconds.');
}

/** Waits until a size stops changing. */
async function quiet(size: () => number): Promise<void> {
  for (let last = -1; last !== size(); ) {
    last = size();
    await new Promise((done) => setTimeout(done, 150));
  }
}
