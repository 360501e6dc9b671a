import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { openTables } from '../sandbox/permissions/dump-tables.ts';
import { openTrade } from '../sandbox/trading-partners.ts';
import { startService } from './signed-in-sandbox.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The content of the tables without ids, secrets, account numbers and times, which always differ. */
async function rowsOf(dataDir: string, baseUrl: string) {
  const tables = await openTables(dataDir);
  const dump = await tables.dump();
  await tables.close();
  const known = Object.entries(dump).map(([table, text]) => {
    const rows: unknown[] = JSON.parse(text.replaceAll(baseUrl, '<address>'));
    return [table, rows.map((row) => withoutChance(JSON.stringify(row))).sort()];
  });
  return Object.fromEntries(known);
}

const withoutChance = (row: string) =>
  row
    .replaceAll(/\b([a-z]+)_[a-z2-7]{16}\b/g, '$1_')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/(last4|mask)([\\":]+)\d{4}/g, '$1$2<four>')
    .replaceAll(/[\w-]{22,}/g, '<secret>');

// Where sandboxes are on a server, or behind a proxy, there is no template.
describe.skipIf(
  process.env['REMIT_TEST_DATABASE'] || process.env['REMIT_PRISM'] || !inject('sandboxTemplates'),
)('a copied sandbox', () => {
  it('has the content of one that was seeded', async () => {
    const copy = await startService();
    const fresh = await openSandbox({ seed: 'basic', listens: true, isFresh: true });
    closing.push(copy.close, fresh.close);
    await fresh.ownerToken();

    const dataDir = join(copy.home, 'data', 'sandbox');
    const rows = await rowsOf(dataDir, copy.baseUrl);
    expect(rows).toEqual(await rowsOf(fresh.dataDir, fresh.baseUrl));
    expect(rows.outbox[0]).toContain('<address>/invite/');
    expect(rows.payables).toHaveLength(5);
  });

  it('has the same sign-in as the commands create', async () => {
    const copy = await startService();
    const home = mkdtempSync(join(tmpdir(), 'remit-home-'));
    closing.push(copy.close, () => rmSync(home, { recursive: true }));
    const env = { REMIT_HOME: home, REMIT_BASE_URL: copy.baseUrl };
    await copy.remit('auth login --with-token -P test', { stdin: copy.token, env });
    await copy.remit(`profile set business ${copy.payer}`, { env });

    for (const name of ['config.json', 'credentials.json']) {
      const read = (folder: string) =>
        JSON.parse(readFileSync(join(folder, 'config', name), 'utf8'));
      expect(read(copy.home), name).toEqual(read(home));
    }
  });

  it('has the content of one with two connected companies', async () => {
    const copy = await openTrade({ listens: true });
    const fresh = await openTrade({ listens: true, isFresh: true });
    closing.push(copy.close, fresh.close);

    const rows = await rowsOf(copy.dataDir, copy.baseUrl);
    expect(rows).toEqual(await rowsOf(fresh.dataDir, fresh.baseUrl));
    expect(rows.outbox[0]).toContain('<address>/invite/');
    expect(rows.connections).toHaveLength(1);
  });
});
