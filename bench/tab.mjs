/** Measurements of completion in real shells. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spread } from './measure.mjs';
import { environment, folder } from './surroundings.mjs';

const IDS = 500;
const lines = { 'a word': 'remit pay', 'an id of 500': 'remit journal show int_' };
const bounds = { 'a word': [10, 3], 'an id of 500': [30, 25] };

/** Both files write the seconds of each TAB to $OUT; what is completed is discarded. */
const startFiles = {
  bash: `PS1='ready> '
bind 'set show-all-if-ambiguous on'
bind 'set page-completions off'
bind 'set completion-query-items 0'
. ${resolve('completions/remit.bash')}
timed() {
  local from=$EPOCHREALTIME
  _remit "$@"
  printf '%06d %d\\n' $((\${EPOCHREALTIME/./} - \${from/./})) \${#COMPREPLY[@]} >>"$OUT"
}
complete -o nosort -F timed remit
`,
  zsh: `PS1='ready> '
fpath=(${resolve('completions')} $fpath)
autoload -Uz compinit
compinit -u -D
zmodload zsh/datetime zsh/mathfunc
timed() {
  local -F from=$EPOCHREALTIME
  zle complete-word
  print $((int((EPOCHREALTIME - from) * 1000000))) \${#_lastcomp} >>$OUT
}
zle -N timed
bindkey '^I' timed
setopt no_beep no_always_last_prompt no_auto_menu
LISTMAX=10000
`,
};

const commandFor = {
  bash: (stage) => `bash --noprofile --rcfile ${join(stage, 'bashrc')} -i`,
  zsh: () => 'zsh -i -d',
};

/** The benchmarks, in ms: no Node.js runs. */
export const tabRows = Object.keys(startFiles).flatMap((shell) =>
  Object.entries(lines).map(([what, line]) => ({
    name: `TAB in ${shell}: ${what}, ms`,
    needs: [shell, 'script'],
    on: 'any',
    most: bounds[what],
    measure: ({ pairs }) => tabs(shell, line, pairs),
  })),
);

/** Types a line in a shell at a terminal, and TAB as many times as there are pairs. */
async function tabs(shell, line, count) {
  const stage = mkdtempSync(join(folder, 'tab-'));
  const out = join(stage, 'times');
  const home = homeIn(stage);
  writeFileSync(join(stage, shell === 'bash' ? 'bashrc' : '.zshrc'), startFiles[shell]);
  writeFileSync(out, '');
  const times = () => readFileSync(out, 'utf8').split('\n').slice(0, -1);
  const terminal = spawn(
    'script',
    ['-qfec', `stty cols 240 rows 100; exec ${commandFor[shell](stage)}`, '/dev/null'],
    {
      cwd: stage,
      env: { ...environment({ REMIT_HOME: home, HOME: stage }), ...shellEnvironment(stage, out) },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((done) => terminal.once('close', done));
  let screen = '';
  terminal.stdout.on('data', (chunk) => {
    screen += chunk;
  });
  try {
    await until(() => screen.includes('ready>'));
    terminal.stdin.write(line);
    for (let typed = 0; typed <= count; typed++) {
      terminal.stdin.write('\t');
      await until(() => times().length > typed);
    }
  } finally {
    // Ctrl-U clears the line.
    terminal.stdin.end('\u0015exit\r');
    await ended;
  }
  const found = times().map((it) => it.split(' ').map(Number));
  if (found.some(([, offered]) => !(offered > 0))) throw new Error(`${shell}: nothing is offered.`);
  return spread(found.slice(1).map(([micros]) => micros / 1000));
}

const shellEnvironment = (stage, out) => ({
  ZDOTDIR: stage,
  OUT: out,
  TERM: 'xterm',
  SHELL: '/bin/sh',
});

/** Creates a state folder whose list commands have shown 500 requests. */
function homeIn(stage) {
  const home = join(stage, 'home');
  const ids = join(home, 'cache', 'ids', 'test');
  mkdirSync(ids, { recursive: true });
  mkdirSync(join(home, 'config'));
  const config = {
    version: 1,
    current: 'test',
    profiles: { test: { baseUrl: 'http://x' } },
    settings: {},
  };
  writeFileSync(join(home, 'config', 'config.json'), `${JSON.stringify(config, null, '\t')}\n`);
  const known = Array.from(
    { length: IDS },
    (_, at) => `int_${at}\tapplied · pay.initiate · $10.00\n`,
  );
  writeFileSync(join(ids, 'intent.tsv'), known.join(''));
  return home;
}

async function until(holds) {
  for (let left = 1000; left > 0; left--) {
    if (holds()) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error('The shell did not answer within ten seconds.');
}
