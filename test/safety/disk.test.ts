import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, type TestContext, test } from 'vitest';
import { built, builtJson, type Place } from './run-programs.ts';
import { type Asked, openAsked, PAY, taken } from './stub-payment-service.ts';

let service: Asked;
/** A disk of a megabyte, where it may be had. */
let disk: string;
/** The program, with everything it keeps on that disk. */
let place: Place;
const mounted: string[] = [];
beforeEach(async () => {
  service = await openAsked();
  disk = join(service.folder, 'disk');
  place = { env: { ...service.env, REMIT_HOME: join(disk, 'home') } };
});
afterEach(async () => {
  for (const it of mounted.splice(0)) shell('umount -l "$0"', it);
  await service.close();
});

const shell = (line: string, path: string) =>
  execFileSync('sh', ['-c', line, path], { stdio: 'ignore' });

/** Skips the test where this user may not mount anything. */
function mount({ skip }: TestContext): void {
  mkdirSync(disk, { recursive: true });
  try {
    shell('mount -t tmpfs -o size=1m tmpfs "$0"', disk);
  } catch {
    skip('a disk that is full can be had only where this user may mount one');
  }
  mounted.push(disk);
}

/** Writes until not a byte is left. */
function fill(): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (let at = 0; ; at++) writeFileSync(join(disk, `filler-${size}-${at}`), 'x'.repeat(size));
    } catch {
      // full, for a file of this size
    }
  }
}

function makeRoom(): void {
  for (const it of readdirSync(disk)) if (it.startsWith('filler')) rmSync(join(disk, it));
}

const again = (number: number) => PAY.replace('pay_1', `pay_${number}`);

/** An error that names the full disk, and does not lead to a place where nothing is known to be paid. */
const fullDisk = {
  message: expect.stringMatching(/disk is full/),
  next: [expect.stringMatching(/^free some space on that disk\b(?!.*REMIT_HOME)/)],
};

test('nothing is sent if there was never space for a journal', async (context) => {
  mount(context);
  fill();
  const { code, out, err } = await built(place, PAY);
  expect([code, out]).toEqual([3, '']);
  expect(JSON.parse(err).error).toMatchObject({ outcome: 'not-sent', retryable: false });
  expect(JSON.parse(err).error).toMatchObject(fullDisk);
  expect(service.writes).toEqual([]);
  expect((await built(place, 'payable list')).code).toBe(0);
  makeRoom();
  expect((await built(place, PAY)).code).toBe(0);
});

test('nothing is sent once the disk is full, and the journal continues when there is space', async (context) => {
  mount(context);
  expect((await built(place, PAY)).code).toBe(0);
  fill();
  const { code, out, err } = await built(place, again(2));
  expect([code, out]).toEqual([3, '']);
  expect(JSON.parse(err).error).toMatchObject({ code: 'journal_unusable', outcome: 'not-sent' });
  expect(JSON.parse(err).error).toMatchObject(fullDisk);
  expect(service.writes).toHaveLength(1);
  makeRoom();
  expect((await built(place, PAY)).code).toBe(14);
  expect((await built(place, again(2))).code).toBe(0);
  expect(await builtJson(place, 'journal list')).toHaveLength(2);
});

test('a payment that was made and could not be recorded is printed, and listed as unresolved', async (context) => {
  mount(context);
  expect((await built(place, again(0))).code).toBe(0);
  service.answers((response, body) => {
    fill();
    taken(response, body);
  });
  const { code, out, err } = await built(place, PAY);
  expect(code).toBe(13);
  expect(JSON.parse(out)).toMatchObject({ paymentId: 'pmt_pay_1' });
  const { error } = JSON.parse(err);
  expect(error).toMatchObject({ code: 'not_recorded', outcome: 'applied' });

  makeRoom();
  expect(await builtJson(place, 'journal list --unresolved')).toMatchObject([
    { id: error.intentId, payableId: 'pay_1' },
  ]);
  expect((await built(place, PAY)).code).toBe(14);
  expect(service.writes).toHaveLength(2);
});

test('a configuration and a result are replaced atomically', async (context) => {
  mount(context);
  await built(place, 'profile set timeout 7 -P shop');
  fill();
  expect((await built(place, 'profile set timeout 8 -P shop')).code).toBe(3);
  const list = `payable list --out ${join(disk, 'payables.csv')}`;
  expect((await built(place, list)).code).toBe(13);
  expect(existsSync(join(disk, 'payables.csv'))).toBe(false);
  makeRoom();
  expect(await builtJson(place, 'profile show shop')).toMatchObject({ timeout: 7 });
  expect(readdirSync(disk)).toEqual(['home']);
  expect((await built(place, list)).code).toBe(0);
});

test('on a read-only disk reading works, and nothing is sent', async (context) => {
  mount(context);
  expect((await built(place, PAY)).code).toBe(0);
  shell('mount -o remount,ro "$0"', disk);
  expect((await built(place, 'payable list')).code).toBe(0);
  const { code, out, err } = await built(place, again(2));
  expect([code, out]).toEqual([3, '']);
  const { message, next } = JSON.parse(err).error;
  expect(message).toContain(join(disk, 'home', 'state'));
  expect(message).toContain('read-only');
  expect(next).toEqual(['make the file and its directory writable for this user']);
  // Whether the journal can be read depends on what the last program left beside it.
  expect([3, 14]).toContain((await built(place, PAY)).code);
  expect((await built(place, 'profile set timeout 8 -P shop')).code).toBe(3);
  expect(service.writes).toHaveLength(1);
});
