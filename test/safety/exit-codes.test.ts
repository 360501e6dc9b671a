import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/errors/exit-codes.ts';
import { node, program, words } from '../helpers/built-program.ts';
import { reply } from '../helpers/stub-server.ts';
import { type Asked, openAsked, PAY, taken } from './stub-payment-service.ts';

/** One way to come to an exit code. */
interface Way {
  readonly line: string;
  /** What has to be so before. */
  readonly given?: (service: Asked) => unknown;
  readonly env?: Readonly<Record<string, string>>;
  /** Sent as soon as the service is asked anything, which it never answers then. */
  readonly signal?: 'SIGINT' | 'SIGTERM';
  /** Where standard output goes, instead of to the test. */
  readonly into?: string;
}

const READ = 'payable get pay_1';
const refusing = (status: number) => (service: Asked) => {
  const refuse = (it: ServerResponse) => reply(it, status, { code: 'told_to', message: 'No.' });
  service.answers(refuse, refuse);
};

/** Every exit code there is, and a line that ends with it. */
const ways: Readonly<Record<number, Way>> = {
  0: { line: READ },
  1: { line: `${READ} -o table`, given: breakDates },
  2: { line: 'payable list --stauts PAID' },
  3: { line: PAY, env: { REMIT_HOME: '/dev/null' } },
  4: { line: READ, given: refusing(401) },
  5: { line: READ, given: refusing(403) },
  6: { line: READ, given: refusing(404) },
  7: { line: PAY, given: (it) => it.answers((response) => reply(response, 422, { code: 'no' })) },
  8: { line: `${READ} --retries 0`, given: refusing(429) },
  9: { line: `${READ} --retries 0`, env: { REMIT_BASE_URL: 'http://127.0.0.1:9' } },
  10: { line: PAY, given: (it) => it.answers((response) => void response.destroy()) },
  11: { line: 'payable approve pay_new1 pay_new2 --yes', given: refuseTheSecond },
  12: { line: `${READ} --retries 0`, given: (it) => it.answers(taken, (to) => to.end('<html>')) },
  13: { line: PAY, into: '/dev/full' },
  14: { line: `${PAY} --expect-amount 1` },
  15: { line: 'wait payable pay_1 --for PAID --max-wait 0' },
  130: { line: READ, signal: 'SIGINT' },
  143: { line: READ, signal: 'SIGTERM' },
};

let service: Asked;
beforeEach(async () => {
  service = await openAsked();
});
afterEach(() => service.close());

test('each exit code is reached by a test, and no other code exists', () => {
  const known = Object.values(exitCodes).map(({ code }) => code);
  expect(Object.keys(ways).map(Number)).toEqual([...known].sort((a, b) => a - b));
  expect(known).toEqual([...Array(16).keys(), 130, 143]);
});

describe('the exit code', () => {
  test.for(Object.entries(ways))('%s', async ([code, way]) => {
    await way.given?.(service);
    const into = way.into === undefined ? '' : `>${way.into}`;
    const line = ['-c', `exec "$0" "$@" ${into}`, node, program, ...words(way.line)];
    const running = execa('sh', line, {
      env: { PATH: process.env['PATH'] ?? '', ...service.env, ...way.env },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    });
    const { signal } = way;
    if (signal) service.answers(taken, () => void running.kill(signal));
    expect((await running).exitCode).toBe(Number(code));
  });
});

/** A missing function of Node: an unexpected error. */
function breakDates({ folder, env }: Asked): void {
  const file = join(folder, 'broken.cjs');
  writeFileSync(
    file,
    'Intl.DateTimeFormat = class { constructor() { throw new Error("none"); } };',
  );
  Object.assign(env, { NODE_OPTIONS: `--require ${file}` });
}

function refuseTheSecond(it: Asked): void {
  let number = 0;
  it.answers((response) => {
    number += 1;
    if (number === 1) reply(response, 200, { id: 'pay_new1', status: 'APPROVED' });
    else reply(response, 409, { code: 'no' });
  });
}
