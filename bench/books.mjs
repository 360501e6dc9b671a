/** Measurements of the commands that read a whole business. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTurn, timed } from './measure.mjs';
import { startLargeSandbox } from './sandbox.mjs';
import { environment, folder, remit } from './surroundings.mjs';

/** The share of all rows that the business has, and the lines of its bank statement. */
const SHARE = 10;
const LINES = 10_000;

/** Measures `status` among a tenth of the rows, as a ratio to the export of the same. */
export const status = ({ rows, pairs }) => besideExport(rows, pairs, async () => ['status']);

/** Measures `forecast` among a tenth of the rows, as a ratio to the export of the same. */
export const forecast = ({ rows, pairs }) => besideExport(rows, pairs, async () => ['forecast']);

/** Measures `payable duplicates` among a tenth of the rows, as a ratio to the export of the same. */
export const duplicates = ({ rows, pairs }) =>
  besideExport(rows, pairs, async () => ['payable', 'duplicates', '--csv']);

/** Measures `match` of 10,000 lines among a tenth of the rows, as a ratio to the export of the same. */
export const match = ({ rows, pairs }) =>
  besideExport(rows, pairs, async (sandbox) => {
    const paid = ['--status', 'PAID', '--direction', 'received', '--limit', String(LINES)];
    const payables = await sandbox.json('payable', 'list', ...paid);
    if (payables.length < LINES) throw new Error(`There are ${payables.length} payables to match.`);
    return matching(payables, sandbox.bank);
  });

/** Measures `payable list` of a partner with the names of business and partner, as a ratio to the same with ids. */
export async function names({ rows, pairs }) {
  const sandbox = await startLargeSandbox(rows / SHARE);
  const env = environment({ REMIT_BASE_URL: sandbox.baseUrl, REMIT_TOKEN: sandbox.token });
  const [business] = await sandbox.json('business', 'list');
  const connection = (await sandbox.json('connection', 'list')).find(
    ({ id }) => id === sandbox.connection,
  );
  const list = (of, partner) => () =>
    timed([...remit, 'payable', 'list', '-b', of, '--connection', partner, '--csv'], env);
  const cpu = (one, other) => one.cpu / other.cpu;
  const byName = list(business.name, connection.connectedBusinessName);
  return inTurn(pairs, byName, list(business.id, connection.id), cpu).finally(sandbox.close);
}

/** Writes the bank statement of paid payables. Returns the command that matches it. */
export async function matching(payables, bank) {
  const path = join(folder, 'statement.csv');
  const lines = payables.map(
    (it) => `${it.estimatedSettlementDate},-${it.amount},${it.invoiceNumber}`,
  );
  await writeFile(path, ['date,amount,description', ...lines, ''].join('\n'));
  const columns = ['date=date', 'amount=amount', 'description=description'];
  return ['match', path, '--bank', bank, ...columns.flatMap((column) => ['--map', column])];
}

async function besideExport(rows, pairs, wordsFor) {
  const sandbox = await startLargeSandbox(rows / SHARE);
  const env = environment({
    REMIT_BASE_URL: sandbox.baseUrl,
    REMIT_TOKEN: sandbox.token,
    REMIT_BUSINESS: sandbox.payer,
  });
  const words = await wordsFor(sandbox);
  const out = join(folder, 'books.csv');
  // Unmatched lines are exit 11.
  const ours = () => timed(['sh', '-c', '"$@" || test $? -eq 11', 'sh', ...remit, ...words], env);
  const theirs = () => timed([...remit, 'payable', 'export', '--out', out, '--force'], env);
  const wall = (one, other) => one.wall / other.wall;
  return inTurn(Math.ceil(pairs / 5), ours, theirs, wall).finally(sandbox.close);
}
