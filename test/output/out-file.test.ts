import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openOutFile } from '../../src/cli/output/out-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-out-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Many small ones, and some of more than is written at once. */
const chunk = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 50 }),
  fc.integer({ min: 0, max: 2_500_000 }).map((size) => new Uint8Array(size).fill(size % 251)),
);
const chunks = fc.oneof(
  fc.array(chunk, { maxLength: 20 }),
  fc.array(fc.string({ maxLength: 3 }), { minLength: 1_000, maxLength: 1_500 }),
);

test('contains everything that was written, in order', async () => {
  await fc.assert(
    fc.asyncProperty(chunks, async (parts) => {
      const file = await openOutFile('all', folder, true);
      const expected = Buffer.concat(parts.map((it) => Buffer.from(it as string)));
      for (const part of parts) await file.write(typeof part === 'string' ? part : part.slice());
      await file.commit();
      expect(readFileSync(join(folder, 'all')).equals(expected)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('drop leaves no file', async () => {
  const file = await openOutFile('none', folder, false);
  for (let at = 0; at < 5; at++) await file.write(new Uint8Array(700_000));
  await file.drop();
  expect(readdirSync(folder)).toEqual([]);
});

describe('on a file system without hard links', () => {
  const refused = () =>
    Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });
  beforeEach(() => {
    vi.spyOn(promises, 'link').mockRejectedValueOnce(refused());
    syncBuiltinESMExports();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  test('a file is complete, and private to its owner', async () => {
    const file = await openOutFile('copied', folder, false);
    await file.write('all of it');
    await file.commit();
    expect(readdirSync(folder)).toEqual(['copied']);
    expect(readFileSync(join(folder, 'copied'), 'utf8')).toBe('all of it');
    expect(statSync(join(folder, 'copied')).mode & 0o777).toBe(0o600);
  });

  test('a file created meanwhile is not replaced', async () => {
    const file = await openOutFile('taken', folder, false);
    await file.write('new');
    writeFileSync(join(folder, 'taken'), 'old');
    await expect(file.commit()).rejects.toThrow('taken was created meanwhile and is not replaced');
    await file.drop();
    expect(readFileSync(join(folder, 'taken'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toHaveLength(2);
  });
});
