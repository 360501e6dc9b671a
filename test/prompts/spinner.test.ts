import { test as base, describe, expect } from 'vitest';
import { remit, type TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { keys } from './keys.ts';

/** A service whose first list of businesses comes after a second. */
const test = base.extend<{ service: Service }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads what a fixture needs from it
  service: async ({}, use) => {
    const service = await startService();
    await service.json('sandbox fault add --delay 1000 --times 1 --operation business.list');
    await use(service);
    await service.close();
  },
});

const terminal = { stdin: true, stdout: true, stderr: true };

// They wait for what comes late, each for its own.
describe.concurrent('during a wait', () => {
  test('shows an animation in a terminal, and removes it at the first output', async ({
    service,
  }) => {
    const { code, out, err } = await service.remit('business list', {
      tty: terminal,
      env: { LANG: 'en_US.UTF-8' },
    });
    expect([code, out]).toEqual([0, expect.stringContaining('Acme')]);
    const frames = err.split('\r\u001b[K').slice(1);
    expect(frames.length).toBeGreaterThan(3);
    expect(frames.at(0)).toMatch(/^[⠋-⠿] working, \d+ s$/);
    expect(frames.at(-1)).toBe('');
  });

  test('uses ASCII if the locale has no Unicode', async ({ service }) => {
    const { err } = await service.remit('business list', { tty: terminal });
    expect(err.split('\r\u001b[K').at(1)).toMatch(/^[|/\\-] working/);
  });

  test.for([
    ['off a terminal', '', {}],
    ['with --quiet', ' -q', { tty: terminal }],
    ['where errors are JSON', ' --json', { tty: terminal }],
    ['where everything is', '', { tty: terminal, env: { REMIT_FORMAT: 'json' } }],
    ['in a terminal that only prints', '', { tty: terminal, env: { TERM: 'dumb' } }],
  ] as const satisfies readonly (readonly [string, string, TestInput])[])(
    'shows no animation %s',
    async ([, flag, typed], { service }) => {
      const { code, err } = await service.remit(`business list${flag}`, typed);
      expect([code, err]).toEqual([0, '']);
    },
  );

  test('pauses during a prompt', async ({ service }) => {
    await service.json('sandbox fault remove');
    const answer = (async function* () {
      await new Promise((done) => setTimeout(done, 900));
      yield* keys('n\n');
    })();
    const [payable] = await service.json<{ id: string }[]>('payable list --status APPROVED');
    const { code, err } = await service.remit(`pay initiate ${payable?.id}`, {
      tty: terminal,
      stdin: answer,
    });
    const [, since] = err.split('[y/N] ');
    expect([code, since]).toEqual([14, expect.not.stringContaining('working')]);
  });

  test('pauses below a prompt that is redrawn repeatedly', async ({ service }) => {
    const env = { REMIT_HOME: `${service.home}/new` };
    const slowly = (async function* () {
      for (const key of ['h', 't', 't', '\u0003']) {
        await new Promise((done) => setTimeout(done, 700));
        yield Buffer.from(key);
      }
    })();
    const { code, err } = await remit('auth login', { tty: terminal, stdin: slowly, env });
    expect([code, err]).toEqual([130, expect.not.stringContaining('working')]);
  });

  test('an error starts on its own line', async ({ service }) => {
    await service.json('sandbox fault remove');
    await service.json('sandbox fault add --delay 900 --http-status 503 --operation business.list');
    const { err } = await service.remit('business list --retries 0', { tty: terminal });
    const frames = err.split('\r\u001b[K');
    expect([frames.length > 1, frames.at(-1)]).toEqual([true, expect.stringMatching(/^remit: /)]);
  });
});
