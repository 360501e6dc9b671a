import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildCatalog, globalFlags } from '../../src/commands/command-catalog.ts';
import { DEMO_INVOICES } from '../../src/commands/demo/invoices.ts';
import { readInvoices } from '../../src/commands/payable/invoice-file.ts';
import { tree } from '../../src/commands/tree.ts';
import { UsageError } from '../../src/money/errors.ts';

const defaults = { connection: 'con_1', submit: false };
const readExample = async (filename: string) => ({
  filename,
  bytes: await readFile(`examples/${filename}`),
});
const read = (name: string) =>
  readInvoices({ files: { readFile: readExample }, notice: () => {} }, name, defaults);

test('the twenty example invoices are valid', async () => {
  const { rows: invoices } = await read('invoices.csv');
  expect(invoices).toHaveLength(20);
  expect(new Set(invoices.map(({ body }) => body.invoiceNumber)).size).toBe(20);
  expect(invoices.every(({ body }) => body.submit)).toBe(true);
});

test('the demo imports the example invoices', async () => {
  expect(await readFile('examples/invoices.csv', 'utf8')).toBe(DEMO_INVOICES);
});

test('the example schedule is valid', async () => {
  const { readSchedule } = await import('../../src/commands/payable/recur-schedule.ts');
  const reader = { files: { readFile: readExample }, notice: () => {} };
  expect(await readSchedule(reader, 'recurring.csv', defaults)).toHaveLength(3);
});

test('the other example files show how refusals look', async () => {
  const refused = await read('invoices-refused.csv').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect(String(refused)).toMatch(/invoices-refused\.csv:\d+: dueDate: .*2026-02-30/);
  expect(String(refused)).toMatch(/invoices-refused\.csv:\d+: invoiceNumber: .*CL-2026-0202/);
});

test('the example of containers starts a sandbox with flags that it has', async () => {
  const { services } = parse(await readFile('examples/sandbox/compose.yml', 'utf8'));
  const [group, name, ...flags]: string[] = services.sandbox.command;
  const command = `${group} ${name}`;
  const found = (await buildCatalog(tree)).find((it) => it.command === command);
  const known = [...(found?.flags ?? []), ...globalFlags()].flatMap(({ names }) => names);
  expect(flags.length).toBeGreaterThan(5);
  expect(flags.filter((it) => !known.includes(it.split('=')[0] ?? ''))).toEqual([]);
});
