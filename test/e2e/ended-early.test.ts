/** The exit code of a process that ends before its command did. */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isStartedByNode, node, startHome } from '../helpers/built-program.ts';
import { answering, reply } from '../helpers/stub-server.ts';
import { built, started } from '../safety/run-programs.ts';
import { type Asked, openAsked, PAY, taken } from '../safety/stub-payment-service.ts';

/** Makes Node forget that it waits for the response to a request of this method. */
const forgetful = (method: string) => `
const { ClientRequest } = require('node:http');
const { onSocket } = ClientRequest.prototype;
ClientRequest.prototype.onSocket = function (socket, ...rest) {
  onSocket.call(this, socket, ...rest);
  if (this.method === '${method}') socket.unref();
};
const { setTimeout } = globalThis;
globalThis.setTimeout = (...timer) => setTimeout(...timer).unref();
`;

/** Throws outside of all that the program awaits, when it is told to. */
const FAULTY = `process.on('SIGUSR2', () => { throw new Error('thrown where nobody catches'); });`;

let service: Asked;
beforeEach(async () => {
  service = await openAsked();
});
afterEach(() => service.close());

/** Returns the environment of a program that loads this script first. */
function loading(script: string) {
  const file = join(service.folder, 'preload.cjs');
  writeFileSync(file, script);
  return { env: { ...service.env, NODE_OPTIONS: `--require=${file}` } };
}

const late =
  (how: typeof taken): typeof taken =>
  async (response, body) => {
    await pause(1_000);
    how(response, body);
  };

describe.runIf(isStartedByNode)('a program that ends before its command did', () => {
  test('a read whose response is never awaited is not a success', async () => {
    service.answers(taken, late(taken));
    const { code, out, err } = await built(loading(forgetful('GET')), 'payable list');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^remit: The program ended before the command did\b.*\n {2}next: /);
  });

  test('a payment whose response is never awaited has an unknown outcome', async () => {
    service.answers(late(taken));
    const { code, out, err } = await built(loading(forgetful('POST')), PAY);
    expect([code, out]).toEqual([10, '']);
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({ exitCode: 10, code: 'ended_early', outcome: 'unknown' });
    const left = await built(service, 'journal list --unresolved --json');
    expect(JSON.parse(left.out)).toMatchObject([{ id: error.intentId }]);
    expect((await built(service, PAY)).code).toBe(14);
  });

  test('a payment that an error outside of the command ends has an unknown outcome', async () => {
    const program = started(loading(FAULTY), PAY);
    service.answers(() => program.kill('SIGUSR2'));
    const { exitCode, stdout, stderr } = await program;
    expect([exitCode, stdout]).toEqual([10, '']);
    expect(stderr).toContain('thrown where nobody catches');
    expect(stderr).toContain('"outcome":"unknown"');
  });

  test('an error outside of a command that sent nothing is not an unknown outcome', async () => {
    const program = started(loading(FAULTY), 'payable list');
    service.answers(taken, () => program.kill('SIGUSR2'));
    const { exitCode, stderr } = await program;
    expect(exitCode).toBe(1);
    expect(stderr).toContain('remit: The program ended before the command did');
  });

  test('a payment that was recorded, then lost with its result, is not unknown', async () => {
    // The program learns from a read after the payment what the service can do.
    const program = started(loading(FAULTY), PAY);
    service.answers((response, body) => {
      service.answers(taken, () => program.kill('SIGUSR2'));
      taken(response, body);
    });
    expect((await program).exitCode).toBe(1);
    const all = await built(service, 'journal list --unresolved --json');
    expect(JSON.parse(all.out)).toEqual([]);
  });
});

test.skipIf(!isStartedByNode)(
  'a program that uses the library keeps its own exit code',
  async () => {
    service.answers(late(taken));
    const host = join(service.folder, 'host.mjs');
    writeFileSync(
      host,
      `import { createClient } from ${JSON.stringify(resolve('dist/library.mjs'))};
    createClient().pay.initiate({
      ...{ businessId: 'biz_1', payableId: 'pay_1', fundingSourceId: 'fs_1' },
      confirm: { amount: 1250, payee: 'Coastal' },
    });`,
    );
    const { env } = loading(forgetful('POST'));
    const { exitCode, stderr } = await execa(node, [host], {
      env,
      extendEnv: false,
      reject: false,
    });
    expect([exitCode, stderr, service.writes.length]).toEqual([0, '', 1]);
  },
);

test('listen forwards all events, and not only those before its first pause', async () => {
  const home = await startHome();
  const received: string[] = [];
  const receiver = await answering((_, response, body) => {
    const isFirst = received.length === 0;
    received.push(JSON.parse(body).id);
    reply(response, isFirst ? 503 : 200, {});
  });
  try {
    const last: { id: string }[] = (await home.json('sandbox events')).slice(-7);
    const ids = last.map(({ id }) => id);
    const listening = started(
      { env: home.env },
      `sandbox listen --forward-to ${receiver.baseUrl} --after ${ids.shift()}`,
    );
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(7);
    expect([...new Set(received)]).toEqual(ids);
    listening.kill('SIGINT');
    expect((await listening).exitCode).toBe(0);
  } finally {
    await receiver.close();
    await home.close();
  }
});
