import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { foldersOf } from '../../src/config/folders.ts';
import { readConfiguration, writeProfile } from '../../src/config/profiles.ts';
import { databaseCatalogOf } from '../../src/storage/catalog.ts';
import { openStore } from '../../src/storage/open-database.ts';
import { createTestSystem } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { openSandbox, temporaryFolder } from '../sandbox/open-sandbox.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const folders = () => foldersOf(createTestSystem([], { env: service.env }, [], []));
const profiles = () => readConfiguration(folders()).profiles;

/** Writes the profile that a sandbox on a directory would have. */
async function writeProfileOf(name: string, folder: string): Promise<void> {
  const tokenCommand = ['node', 'remit.js', 'sandbox', 'token', '--dir', folder];
  await writeProfile(folders(), name, { baseUrl: 'http://127.0.0.1:4010', tokenCommand });
}

test('writes the profile that -P names', async () => {
  const started = await service.json('sandbox start -P rehearsal');
  expect(started).toMatchObject({ profile: 'rehearsal', baseUrl: service.baseUrl });
  expect(profiles()['rehearsal']).toMatchObject({
    baseUrl: service.baseUrl,
    business: service.payer,
  });
  expect(profiles()).not.toHaveProperty('sandbox');
  expect((await service.remit('business list -P rehearsal')).code).toBe(0);
  const again = await service.json('sandbox start');
  expect(again['profile']).toBe('rehearsal');
});

test.each([
  [
    'a service',
    async () => void (await writeProfile(folders(), 'live', { baseUrl: 'https://api.example' })),
  ],
  ['another sandbox', () => writeProfileOf('live', service.cwd)],
])('does not change a profile of %s', async (_, write) => {
  await write();
  const before = profiles()['live'];
  const { code, err } = await service.remit('sandbox start -P live');
  expect([code, err]).toEqual([2, expect.stringContaining("Profile 'live' is for ")]);
  expect(profiles()['live']).toEqual(before);
});

test('shows times in the zone of the inspector, unless the profile has another', async () => {
  await service.json('sandbox start');
  expect(profiles()['sandbox']).toMatchObject({ timeZone: 'America/New_York' });
  await service.remit('profile set timeZone Europe/Berlin -P sandbox');
  await service.json('sandbox start');
  expect(profiles()['sandbox']).toMatchObject({ timeZone: 'Europe/Berlin' });
});

test('takes the next free name if the profile sandbox is for another sandbox', async () => {
  await writeProfileOf('sandbox', service.cwd);
  await mkdir(join(service.cwd, 'second'));
  await writeProfileOf('sandbox-2', join(service.cwd, 'second'));
  const { code, out, err } = await service.remit('sandbox start --json');
  expect([code, JSON.parse(out).profile]).toEqual([0, 'sandbox-3']);
  expect(err).toBe('');
  const before = profiles()['sandbox'];
  const again = await service.remit('sandbox start');
  expect(again.out).toContain('sandbox-3');
  expect(profiles()['sandbox']).toEqual(before);
});

test('says so when it takes another name, and reuses the profile of a sandbox that was deleted', async () => {
  await writeProfileOf('sandbox', service.cwd);
  const { err } = await service.remit('sandbox start');
  expect(err).toContain(
    'Profile sandbox is for another sandbox: this one gets the profile sandbox-2.',
  );
  await service.remit('profile remove sandbox-2 --yes');
  await writeProfileOf('sandbox', join(service.cwd, 'deleted'));
  expect((await service.json('sandbox start'))['profile']).toBe('sandbox');
});

test('names the flags that a running sandbox does not take', async () => {
  const { code, err } = await service.remit(
    'sandbox start --seed empty --clock frozen --port 4999 --webhook-url http://127.0.0.1:9/ --strict on --rate-limit 5',
  );
  expect(code).toBe(0);
  expect(err).toContain(
    `Not applied to the existing sandbox: --port 4999 (it has ${new URL(service.baseUrl).port}), --seed empty (it has basic), --rate-limit 5 (it has none), --webhook-url http://127.0.0.1:9/ (it has none).`,
  );
  const same = await service.remit('sandbox start --seed basic --port 0');
  expect(same.err).not.toContain('Not applied');
});

test('prints the inspector and what to type next in a terminal only', async () => {
  const tty = { stdin: true, stdout: true, stderr: true };
  const { out, err } = await service.remit('sandbox start', { tty });
  expect(err).toContain(`${service.baseUrl}/sandbox/enter?code=`);
  expect(err).toContain('remit sandbox open\n');
  // The current profile is another one, so the commands name theirs.
  expect(err.split('\n').filter((line) => line.startsWith('  next: '))).toEqual([
    '  next: remit status -P sandbox',
    '  next: remit payable list -P sandbox',
    '  next: remit sandbox clock advance 3bd',
  ]);
  expect(out).toMatch(/EXPIRES AT.* \d{4}-/);
  const current = await service.remit('sandbox start', { tty, env: { REMIT_PROFILE: 'sandbox' } });
  expect(current.err).toContain('next: remit status\n');
  expect((await service.remit('sandbox start')).err).not.toContain('next:');
});

test('a token says when it ends, but the bare output is the token alone', async () => {
  const { token, expiresAt } = await service.json<Record<string, string>>('sandbox token');
  expect(token).toMatch(/^sbx_/);
  expect(Date.parse(String(expiresAt)) - Date.now()).toBeGreaterThan(3_500_000);
  const piped = await service.remit('sandbox token');
  expect([piped.out, piped.err]).toEqual([expect.stringMatching(/^sbx_[\w-]+\n$/), '']);
  const shown = await service.remit('sandbox token', { tty: { stdout: true, stderr: true } });
  expect(shown.err).toMatch(/^Valid until \d{4}-.*Z\.\n$/);
});

test('-P is refused in the foreground, which writes no profile', async () => {
  const { code, err } = await service.remit('sandbox start --foreground -P other');
  expect([code, err]).toEqual([2, expect.stringContaining('--foreground writes no profile')]);
});

test('a directory whose database another version of the program made is refused with exit code 3', async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await (await openSandbox({ dataDir })).close();
  const { db, close } = await openStore(join(dataDir, 'sandbox.db'));
  await databaseCatalogOf(db).setVersion(db, 7);
  await close();
  const { code, err } = await service.remit(`sandbox start --foreground --port 0 --dir ${dataDir}`);
  expect(code).toBe(3);
  expect(err).toContain('its schema has version 7, and this version of remit reads version 1.');
  expect(err).toContain('next: add --dir to choose another directory');
});
