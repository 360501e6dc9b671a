import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualPages } from '../../src/commands/help/man/write-pages.ts';
import { tree } from '../../src/commands/tree.ts';
import { isThere } from './fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remit-man-'));
  for (const [name, page] of await manualPages('2026-03-02', tree))
    await writeFile(join(folder, name), page);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(isThere('mandoc'))('mandoc reports no problem in any page', async () => {
  const { stdout, status } = spawnSync('mandoc', ['-T', 'lint', ...(await readdir(folder))], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test.runIf(isThere('man'))('man shows a page as intended', () => {
  const page = (name: string) =>
    execFileSync('man', ['-l', join(folder, name)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', MANWIDTH: '100' },
    });
  const create = page('remit-payable-create.1');
  expect(create).toMatch(/^REMIT-PAYABLE-CREATE\(1\)/);
  expect(create).toContain('remit-payable-create - Create a payable');
  expect(create).toContain('--line "Towels|10|200"');
  expect(page('remit.1')).toContain('remit-money-safety(7)');
  // man justifies a paragraph with spaces.
  expect(page('remit-automation.7')).toMatch(/• Without +a +terminal +remit +never +prompts/);
});

test.runIf(isThere('lexgrog'))('whatis finds every page', async () => {
  const pages = (await readdir(folder)).map((it) => join(folder, it));
  const found = execFileSync('lexgrog', pages, { encoding: 'utf8' });
  expect(found.trim().split('\n')).toHaveLength(pages.length);
  expect(found).not.toContain('parse failed');
});
