/** Bodies of requests that the sandbox refuses: they are not read, and take no memory. */

import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Home, startHome } from '../helpers/built-program.ts';

const MEGABYTE = 1024 * 1024;
const TOTAL = 200 * MEGABYTE;

/** Says that the connection may be kept: the server cuts any other when it has answered. */
const connections = new Agent({ keepAlive: true });

let home: Home;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home?.close());

/** The most memory that the sandbox had since the last reset, in bytes. */
const peak = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${home.started.pid}/status`, 'utf8'))?.[1]) *
  1024;

interface Refused {
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** Whether the server asked for the body of a client that waits. */
  readonly isInvited: boolean;
}

/** Sends a body until the response comes, or all of it. */
function send(
  path: string,
  headers: Record<string, string>,
  { total = TOTAL }: { readonly total?: number } = {},
): Promise<Refused> {
  return new Promise((resolve, reject) => {
    const chunk = Buffer.alloc(MEGABYTE, ' ');
    let isInvited = false;
    const sent: ClientRequest = request(
      `${home.started.baseUrl}${path}`,
      { method: 'POST', headers, agent: connections },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => {
          resolve({ status: response.statusCode, code: JSON.parse(text).code, isInvited });
          sent.destroy();
        });
      },
    );
    sent.on('error', reject);
    let left = total;
    const write = () => {
      while (left > 0 && !sent.destroyed) {
        left -= chunk.length;
        if (!sent.write(chunk)) return void sent.once('drain', write);
      }
      sent.end();
    };
    if (headers['expect'] === undefined) return write();
    sent.flushHeaders();
    sent.on('continue', () => {
      isInvited = true;
      write();
    });
  });
}

const length = { 'content-length': String(TOTAL) };
const chunked = { 'transfer-encoding': 'chunked' };
const json = { 'content-type': 'application/json' };
const wrong = { authorization: 'Bearer sbxc_wrong' };
const form = { 'content-type': 'multipart/form-data; boundary=x' };
const elsewhere = { host: 'sandbox.example' };
const right = () => ({ authorization: `Bearer ${home.started.controlToken}` });

describe.runIf(process.platform === 'linux')('200 MB are not read', () => {
  test.for<[what: string, path: string, () => Record<string, string>, status: number]>([
    ['with a wrong token', '/sandbox/import', () => ({ ...json, ...length, ...wrong }), 401],
    ['without a token', '/sandbox/import', () => ({ ...json, ...length }), 401],
    [
      'for another host',
      '/sandbox/import',
      () => ({ ...json, ...length, ...right(), ...elsewhere }),
      421,
    ],
    [
      'without a length, with a wrong token',
      '/sandbox/import',
      () => ({ ...json, ...chunked, ...wrong }),
      401,
    ],
    [
      'without a length, for another host',
      '/sandbox/import',
      () => ({ ...json, ...chunked, ...right(), ...elsewhere }),
      421,
    ],
    ['as an upload of nobody', '/api/files', () => ({ ...form, ...length }), 401],
    ['as an upload without a length', '/api/files', () => ({ ...form, ...chunked, ...wrong }), 401],
    [
      'for a control that takes no file',
      '/sandbox/seed',
      () => ({ ...json, ...length, ...right() }),
      413,
    ],
    [
      'without a length, for a control',
      '/sandbox/seed',
      () => ({ ...json, ...chunked, ...right() }),
      413,
    ],
    [
      'as a form where anyone may send one',
      '/api/auth/sign-in',
      () => ({ ...form, ...length }),
      413,
    ],
    ['for a path that does not exist', '/nowhere', () => ({ ...json, ...length }), 404],
  ])('%s', async ([, path, headers, status]) => {
    writeFileSync(`/proc/${home.started.pid}/clear_refs`, '5');
    const before = peak();
    expect((await send(path, headers())).status).toBe(status);
    expect((peak() - before) / MEGABYTE).toBeLessThan(40);
  });

  test('nor asked for, from a client that waits to send them', async () => {
    const waiting = { ...json, ...length, expect: '100-continue' };
    expect(await send('/sandbox/import', { ...waiting, ...wrong })).toMatchObject({
      ...{ status: 401, isInvited: false },
    });
    expect(await send('/sandbox/seed', { ...waiting, ...right() })).toMatchObject({
      ...{ status: 413, isInvited: false },
    });
  });
});

test('a client that waits to send its body is asked for it, if it may', async () => {
  const headers = {
    ...json,
    ...right(),
    'content-length': String(MEGABYTE),
    expect: '100-continue',
  };
  const { isInvited, code } = await send('/sandbox/import', headers, { total: MEGABYTE });
  expect([isInvited, code]).toEqual([true, 'missing_field']);
  expect((await home.run('sandbox status')).code).toBe(0);
});
