import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualPages } from '../../src/commands/help/man/write-pages.ts';
import { tree } from '../../src/commands/tree.ts';
import { remit } from '../helpers/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-man-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('every command, group and topic has a page, with the content of its help', async () => {
  const pages = await manualPages('2026-03-02', tree);
  const names = ['remit.1', 'remit-payable.1', 'remit-link-pay-me.1', 'remit-csv.7'];
  expect([...pages.keys()]).toEqual(expect.arrayContaining(names));
  const catalog: { command: string }[] = JSON.parse((await remit('commands --json')).out);
  const missing = catalog
    .map(({ command }) => `remit-${command.replaceAll(' ', '-')}.1`)
    .filter((name) => !pages.has(name));
  expect(missing).toEqual([]);

  const page = pages.get('remit-pay-initiate.1') ?? '';
  expect(page).toContain('.TH "REMIT\\-PAY\\-INITIATE" 1 2026-03-02 "remit ');
  expect(page).toContain('.SH EXAMPLES\n.EX\n# Pay an invoice by its number\nremit pay initiate ');
  expect(page).toContain('\\fB\\-\\-bank <bank>\\fR');
  expect(page).toContain('.SH EXIT STATUS');
  expect(page).toContain('POST /api/payments/initiate');
});

test('--man-pages writes the pages, and deletes those of another version', async () => {
  const old = join(folder, 'remit-gone.1');
  writeFileSync(old, '.TH X 1\n');
  writeFileSync(join(folder, 'mine.1'), '.TH MINE 1\n');
  const env = { SOURCE_DATE_EPOCH: '1772409600' };
  const { code, out, err } = await remit(['help', '--man-pages', folder], { env });
  expect([code, out]).toEqual([0, '']);
  const names = readdirSync(folder);
  expect(err).toBe(`${names.length - 1} pages written to ${folder}.\n`);
  expect(names).toContain('mine.1');
  expect(names).not.toContain('remit-gone.1');
  expect(readFileSync(join(folder, 'remit.1'), 'utf8')).toContain(' 1 2026-03-02 ');
});

test('reports a directory that cannot be written', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { code, err } = await remit(['help', '--man-pages', file]);
  expect([code, err]).toEqual([3, expect.stringContaining('a file is in its place')]);
});
