import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { CTRL_C, CTRL_D, CTRL_Z, ENTER, ESCAPE, keys, seen } from './keys.ts';

let service: Service;
let invitation: string;
beforeEach(async () => {
  service = await startService();
  invitation = (await service.json<{ id: string }>('invite send new@example.com')).id;
});
afterEach(() => service.close());

const terminal = { stdin: true, stdout: true, stderr: true };
const cancel = (typed: TestInput) =>
  service.remit(`invite cancel ${invitation}`, { tty: terminal, ...typed });
const status = async () =>
  (await service.json<{ id: string; status: string }[]>('invite list')).find(
    ({ id }) => id === invitation,
  )?.status;

describe('a key typed early answers no prompt', () => {
  test.for([
    ['y and Enter', 'y\r'],
    ['y without Enter', 'y'],
    ['Enter', '\r'],
    ['Escape', ESCAPE],
    ['the end of input', CTRL_D],
  ] as const)('%s, before the prompt', async ([, early]) => {
    const { code, err } = await cancel({ early, stdin: 'n\r' });
    expect([code, err]).toEqual([
      14,
      expect.stringMatching(/^\nCancel .*\nCancel it\? \[y\/N\] n\n/),
    ]);
    expect(await status()).toBe('pending');
  });

  test('y and Enter as soon as the prompt appears, before anyone can have read it', async () => {
    const { code, err } = await cancel({ hasty: 'y\r', stdin: 'n\r' });
    expect([code, err]).toEqual([14, expect.stringContaining('[y/N] n\n')]);
    expect(await status()).toBe('pending');
  });

  test('keys typed for the first prompt, at the second', async () => {
    const { code } = await service.remit('pay initiate', {
      tty: terminal,
      stdin: keys('\ry\r', 'n\r'),
    });
    expect(code).toBe(14);
  });

  test('Enter, before a list', async () => {
    const { code, out } = await service.remit('payable approve', {
      ...{ tty: terminal, early: '\r', hasty: '\r' },
      stdin: keys(CTRL_C),
    });
    expect([code, out]).toEqual([130, '']);
  });

  test('a line, before a secret', async () => {
    const { code, err } = await service.remit(
      'bank connect --provider-account acct_checking_0000',
      {
        ...{ tty: terminal, early: 'early-secret\r', stdin: 'public-sandbox-1\r' },
      },
    );
    expect([code, err]).toEqual([0, '\nPublic token: \n']);
  });
});

describe('leaving a prompt is not an answer', () => {
  const leaving = [
    ['Ctrl-C', CTRL_C],
    ['Ctrl-C and then y', `${CTRL_C}y\r`],
    ['Escape', ESCAPE],
    ['Ctrl-D', CTRL_D],
  ] as const;

  test.for(leaving)('%s at a yes/no prompt', async ([, typed]) => {
    expect((await cancel({ stdin: typed })).code).toBe(130);
    expect(await status()).toBe('pending');
  });

  test.for(leaving)('%s at a list', async ([, typed]) => {
    const { code, out } = await service.remit('payable approve', { tty: terminal, stdin: typed });
    expect([code, out]).toEqual([130, '']);
  });

  test.for(leaving)('%s at a line prompt', async ([, typed]) => {
    const [{ id } = { id: '' }] = await service.json<{ id: string }[]>('connection list');
    const { code } = await service.remit(`payable create --connection ${id}`, {
      ...{ tty: terminal, stdin: typed },
    });
    expect(code).toBe(130);
  });

  test.for(leaving)('%s at a secret prompt', async ([, typed]) => {
    const { code } = await service.remit('bank connect --provider-account acct_checking_0000', {
      ...{ tty: terminal, stdin: typed },
    });
    expect(code).toBe(130);
  });

  test.for(leaving)('%s at a pause', async ([, typed]) => {
    const { code } = await service.remit('demo --step', { tty: terminal, stdin: typed });
    expect(code).toBe(130);
  });

  test('a terminal that is closed', async () => {
    expect((await cancel({ stdin: '' })).code).toBe(130);
    expect((await cancel({ stdin: keys('y') })).code).toBe(130);
    expect(await status()).toBe('pending');
  });

  test('Ctrl-C before the prompt', async () => {
    const { code, err } = await cancel({ early: CTRL_C, stdin: 'y\r' });
    expect([code, err]).toEqual([130, expect.not.stringContaining('[y/N]')]);
  });

  test('a signal during the prompt has its own exit code', async () => {
    const terminated = new AbortController();
    const { code } = await cancel({
      ...{ stdin: keys('y'), interrupted: terminated.signal },
      beforeAnswer: async () => terminated.abort('SIGTERM'),
    });
    expect(code).toBe(143);
    expect(await status()).toBe('pending');
  });
});

describe('answering no', () => {
  test.for(['n\r', '\r', 'no\r', 'yess\r', 'y\u0015\r', 'y\u007f\r', '\u001b[Ay\u007f\r'])(
    '%j',
    async (stdin) => {
      expect((await cancel({ stdin })).code).toBe(14);
      expect(await status()).toBe('pending');
    },
  );

  test('and a corrected yes confirms', async () => {
    const { code, err } = await cancel({ stdin: 'nx\u007f\u007f\u001b[CY\r' });
    expect([code, err]).toEqual([0, expect.stringContaining('[y/N] nx\b \b\b \bY\n')]);
  });
});

describe('the terminal', () => {
  const told = (typed: TestInput = {}) => {
    const done: string[] = [];
    return { done, typed: { tty: terminal, ...typed, onTerminal: (it: string) => done.push(it) } };
  };

  test('is in raw mode before a command that may prompt has read anything', async () => {
    const { done, typed } = told({ stdin: 'n\r' });
    const [{ id } = { id: '' }] = await service.json<{ id: string }[]>(
      'payable list --status SUBMITTED',
    );
    await service.json('sandbox fault add --http-status 500 --operation payable.get');
    await service.remit(`payable decline ${id} --retries 0`, typed);
    expect(done).toEqual(['raw']);
  });

  test.for([
    ['reads only', 'payable list'],
    ['is told yes', 'payable cancel pay_none --yes'],
    ['only says what it would send', 'invite cancel inv_none --dry-run'],
    ['must not ask', 'invite cancel inv_none --no-input'],
  ] as const)('is not changed by a command that %s', async ([, line]) => {
    const { done, typed } = told();
    await service.remit(line, typed);
    expect(done).toEqual([]);
  });

  test('is not changed in the background until there is a prompt', async () => {
    const { done, typed } = told({ inBackground: true, stdin: 'n\r' });
    await service.json('sandbox fault add --http-status 500 --operation payable.get');
    await service.remit('payable cancel pay_none --retries 0', typed);
    expect(done).toEqual([]);
    await service.remit(`invite cancel ${invitation}`, typed);
    expect(done).toEqual(['raw']);
  });

  test('is released at Ctrl-Z, and the prompt redrawn, which no early key answers', async () => {
    const { done, typed } = told({ stdin: keys(`y${CTRL_Z}`, 'n\r'), hasty: 'y\r' });
    const { code, err } = await service.remit(`invite cancel ${invitation}`, typed);
    expect([code, done]).toEqual([14, ['raw', 'stopped', 'raw']]);
    expect(err.match(/\[y\/N\]/g)).toHaveLength(2);
  });

  test('is line-edited by the system while a file is typed, and prompts afterwards', async () => {
    const ids = await service.json<{ id: string }[]>('payable list --status APPROVED');
    const { done, typed } = told({ stdin: `payableId\n${ids[0]?.id}\n` });
    const { code } = await service.remit('pay bulk --file -', typed);
    expect([code, done]).toEqual([14, ['raw']]);
  });
});

test('a prompt starts on its own line, also after an unfinished line', async () => {
  const { err } = await service.remit('pay initiate', {
    ...{ tty: terminal, early: 'y' },
    stdin: keys(ENTER, 'n\r'),
  });
  expect(seen(err)).toMatch(
    /(^|\n)Pay \$1,840\.00 to .*\nFrom .*\nStandard ACH.*\nFirst payment .*\nPay it\? \[y\/N\] n\n/,
  );
});

test.for([{ TERM: 'dumb' }, { TERM: 'xterm' }])(
  'two consecutive prompts are answered, with %j',
  async (env) => {
    const { code, out } = await service.remit('demo --step', {
      ...{ tty: terminal, env, columns: 0 },
      stdin: '\r',
    });
    expect([code, out]).toEqual([0, expect.stringContaining('Done.')]);
  },
);
