/** Directories that cannot be written: each is told in words, with what helps, and without a stack. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { canUnshare, remitInNamespace } from '../helpers/mount-namespace.ts';

const place = mkdtempSync(join(tmpdir(), 'remit-unwritable-'));
chmodSync(place, 0o755);
afterAll(() => rmSync(place, { recursive: true }));

/** How the directory is made, by the error of a write to it. */
const folders = {
  EACCES: 'mount -t tmpfs -o mode=755 tmpfs "$place"',
  EROFS: 'mount -t tmpfs -o ro,mode=700,uid=65534 tmpfs "$place"',
  ENOSPC:
    'mount -t tmpfs -o size=64k,mode=700,uid=65534 tmpfs "$place"; head -c 65536 /dev/zero >"$place/all"',
};

const reasons = {
  EACCES: 'permission denied (EACCES)',
  EROFS: 'the file system is read-only (EROFS)',
  ENOSPC: 'the disk is full (ENOSPC)',
};

/** Exit 13 is for a result that could not be written after it was made. */
const lines: readonly (readonly [line: string, atEnd: 3 | 13])[] = [
  ['demo', 3],
  ['sandbox start --port 0 --dir sandbox', 3],
  ['config set format csv', 3],
  ['commands --out commands.txt', 13],
  ['schema plan --out plan.json --manifest --force', 13],
  ['help --man-pages man', 13],
  ['completion bash --install', 13],
  ['completion fish --install', 13],
];

describe.skipIf(!canUnshare)('a directory that cannot be written', () => {
  for (const reason of ['EACCES', 'EROFS', 'ENOSPC'] as const) {
    const run = (line: string, env: Readonly<Record<string, string>>) =>
      remitInNamespace(line.split(' '), {
        env: { place, ...env },
        cwd: '/',
        prepare: `${folders[reason]}; cd "$cwd"`,
      });

    test.for(lines)(`${reason}: %s`, async ([line, atEnd]) => {
      const { code, err } = await run(line, { cwd: place, HOME: place, TMPDIR: '/tmp' });
      expect([code, err]).toEqual([reason === 'ENOSPC' ? atEnd : 3, expect.any(String)]);
      expectInWords(err, reason);
    });

    test(`${reason}: the temporary directory of the demo`, async () => {
      const { code, err } = await run('demo', { cwd: '/tmp', HOME: '/tmp', TMPDIR: place });
      expect([code, err]).toEqual([3, expect.stringContaining('set TMPDIR to another directory')]);
      expectInWords(err, reason);
    });
  }

  test('a disk that fills while the demo runs', async () => {
    const { code, err } = await remitInNamespace(['demo'], {
      env: { place, HOME: '/tmp', TMPDIR: place },
      cwd: '/tmp',
      prepare: 'mount -t tmpfs -o size=700k,mode=700,uid=65534 tmpfs "$place"',
    });
    expect([code, err]).toEqual([3, expect.stringContaining('set TMPDIR to another directory')]);
    expect(err).not.toContain('bug in remit');
  });
});

function expectInWords(err: string, reason: keyof typeof reasons): void {
  expect(err.replaceAll(/\s+/g, ' ')).toContain(reasons[reason]);
  expect(err).toMatch(/\n {2}next: /);
  expect(err).not.toMatch(/bug in remit|^\s+at /m);
}
