import { expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';

const atTerminal = { tty: { stdin: true, stdout: true, stderr: true } } as const;

test.for(['--help', 'help', 'payable list --help', 'help payable list', 'payable'])(
  'headings of `remit %s` are bold in a terminal, and nothing else is',
  async (line) => {
    const plain = (await remit(line)).out;
    const headings = plain.split('\n').filter((it) => /^[A-Z][^:]*:$/.test(it));
    expect(headings.length).toBeGreaterThan(1);
    const { out } = await remit(line, { ...atTerminal, columns: 80 });
    expect(out).toBe(plain.replaceAll(/^([A-Z][^\n:]*:)$/gm, '\u001b[1m$1\u001b[22m'));
  },
);

test.for([
  ['--no-color', {}],
  ['', { NO_COLOR: '1' }],
  ['', { TERM: 'dumb' }],
] as const)('help has no color with %s %j', async ([flag, env]) => {
  const { out } = await remit(`--help ${flag}`.trim(), { ...atTerminal, columns: 80, env });
  expect(out).toBe((await remit('--help')).out);
});
