import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UntrustedCertificateError } from '../../src/api/client/errors.ts';
import { toConnectionError } from '../../src/api/client/transport/connection-error.ts';
import { remit } from '../helpers/run-command.ts';
import { certificateFile, serveSecurely } from '../http/stub-servers.ts';

/** A service whose certificate no authority of the system has signed. */
let base: URL;
let asked: number;
let home: string;
beforeEach(async () => {
  asked = 0;
  home = await mkdtemp(join(tmpdir(), 'remit-certificates-'));
  base = await serveSecurely((_, response) => {
    asked++;
    response.setHeader('content-type', 'application/json');
    response.end('{"data":[],"total":0,"hasMore":false}');
  });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const list = async (env: Readonly<Record<string, string>> = {}) => {
  const settings = { REMIT_HOME: home, REMIT_TOKEN: 'token-of-the-test', REMIT_BUSINESS: 'biz_1' };
  const line = 'payable list --json';
  const { code, err } = await remit(line, {
    env: { REMIT_BASE_URL: base.href, ...settings, ...env },
  });
  const { error } = code === 0 ? { error: null } : JSON.parse(err.trim().split('\n').at(-1) ?? '');
  return { code, error };
};

test('a certificate of an unknown authority is a matter of the configuration, and says what to set', async () => {
  const { code, error } = await list();
  expect([code, asked]).toEqual([3, 0]);
  expect(error).toMatchObject({ code: 'untrusted_certificate', outcome: 'not-sent' });
  expect(error.message).toContain('its certificate cannot be verified');
  expect(error.next.join()).toContain('REMIT_CA_FILE');
});

test('REMIT_CA_FILE trusts the authority of its file', async () => {
  expect(await list({ REMIT_CA_FILE: certificateFile })).toMatchObject({ code: 0 });
  expect(asked).toBe(1);
});

test('REMIT_CA_FILE is the whole path of a file that exists', async () => {
  const { code, error } = await list({ REMIT_CA_FILE: 'certificate.pem' });
  expect([code, asked]).toEqual([3, 0]);
  expect(error.message).toContain('REMIT_CA_FILE');
});

test.for([
  ['CERT_HAS_EXPIRED', 'its certificate has expired', 'check the clock of this machine'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet', 'check the clock of this machine'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host', 'check the base URL'],
] as const)('%s leads to what can be wrong here, not to another try', ([code, reason, advice]) => {
  const cause = Object.assign(new Error('certificate'), { code });
  const error = toConnectionError(cause, { base, sent: false, given: undefined });
  expect(error).toBeInstanceOf(UntrustedCertificateError);
  expect(error).toMatchObject({
    reason,
    next: expect.arrayContaining([expect.stringContaining(advice)]),
  });
});

test('an interrupt during the handshake is an interrupt', () => {
  const cause = Object.assign(new Error('certificate'), { code: 'CERT_HAS_EXPIRED' });
  const given = { reason: 'it was interrupted', interrupted: true };
  const error = toConnectionError(cause, { base, sent: false, given });
  expect(error).toMatchObject({ name: 'UnreachableError', interrupted: true });
});
