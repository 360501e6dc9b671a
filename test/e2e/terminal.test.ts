import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, node, program, startHome, words } from '../helpers/built-program.ts';
import { isThere } from '../shells/fixture.ts';

let home: Home;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

interface Step {
  /** What must be on the screen before something is typed. */
  readonly sees: RegExp;
  readonly types: string;
}

/** What is typed sooner at the sight of a question is not taken for its answer. */
const READ_MS = 400;

/** Runs the built program in a terminal of its own, where someone types once they have read what they wait for. */
function sit(line: string, ...steps: readonly Step[]): Promise<{ code: number; screen: string }> {
  const command = ['exec', ...[node, program, ...words(line)].map((it) => `'${it}'`)].join(' ');
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...home.env },
    cwd: home.folder,
  });
  const left = [...steps];
  let screen = '';
  let since = 0;
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += chunk;
    const [step] = left;
    if (!step?.sees.test(stripVTControlCharacters(screen.slice(since)))) return;
    left.shift();
    since = screen.length;
    setTimeout(() => terminal.stdin.write(step.types), READ_MS);
  });
  return new Promise((resolve) =>
    terminal.once('close', (code) =>
      resolve({ code: code ?? -1, screen: stripVTControlCharacters(screen) }),
    ),
  );
}

describe.runIf(isThere('script'))('at a real terminal', () => {
  test('a payable is selected and its payment confirmed', async () => {
    const { code, screen } = await sit(
      'pay initiate',
      { sees: /Enter: confirm/, types: '\r' },
      { sees: /\[y\/N\] $/, types: 'y\r' },
    );
    expect([screen, code]).toEqual([expect.stringMatching(/STATUS +PENDING/), 0]);
    expect(screen).not.toContain('Error');
  });

  test('typing filters the list', async () => {
    const { code, screen } = await sit(
      'payable approve',
      { sees: /Enter: confirm/, types: 'CL-1002' },
      { sees: /1 of 2/, types: '\r' },
      { sees: /Approve it\? \[y\/N\] $/, types: 'y\r' },
    );
    expect([screen, code]).toEqual([expect.stringMatching(/INVOICE NUMBER +CL-1002/), 0]);
  });

  test('Ctrl-C restores the terminal, exit 130', async () => {
    const { code, screen } = await sit('payable approve', {
      sees: /Enter: confirm/,
      types: '\u0003',
    });
    expect([screen, code]).toEqual([expect.stringContaining('Interrupted'), 130]);
    const [payable] = await home.json('payable list --limit 1');
    expect(payable.status).toBe('SUBMITTED');
  });

  test('watch announces itself, and ends with Ctrl-C, exit 0', async () => {
    const { code, screen } = await sit('watch payables', { sees: /Watching/, types: '\u0003' });
    expect([code, screen]).toEqual([0, expect.stringContaining('from now on')]);
  });
});
