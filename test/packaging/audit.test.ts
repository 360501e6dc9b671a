import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

interface Query {
  readonly version?: string;
  readonly package: { readonly purl?: string; readonly ecosystem?: string; readonly name?: string };
  readonly page_token?: string;
}

/** Advisories by what OSV is asked: the URL of a package, or repository and version. */
type Database = Readonly<Record<string, readonly string[]>>;

const NODE = 'https://github.com/nodejs/node.git';
const SQLITE = 'https://github.com/sqlite/sqlite.git';
const CONTROLS: Database = {
  'pkg:npm/undici@5.0.0': ['GHSA-undici'],
  [`${NODE} 20.0.0`]: ['CVE-node'],
  [`${SQLITE} 3.31.0`]: ['CVE-sqlite'],
};

let folder: string;
let database: Database;
let service: Answering;
beforeEach(async () => {
  database = CONTROLS;
  folder = mkdtempSync(join(tmpdir(), 'remit-audit-'));
  service = await answering(({ url = '' }, response, body) => {
    if (url !== '/v1/querybatch') {
      const id = url.slice('/v1/vulns/'.length);
      const withdrawn = id.startsWith('WITHDRAWN') ? '2026-01-01T00:00:00Z' : undefined;
      return reply(response, 200, { id, summary: `What ${id} is`, withdrawn });
    }
    reply(response, 200, { results: JSON.parse(body).queries.map(answer) });
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers with one advisory a page. */
function answer({ version, package: { purl, name }, page_token = '0' }: Query): object {
  const ids = database[purl ?? `${name} ${version}`] ?? [];
  const at = Number(page_token);
  if (ids.length === 0) return {};
  const more = at + 1 < ids.length ? { next_page_token: String(at + 1) } : {};
  return { vulns: [{ id: ids[at], modified: '2026-01-01T00:00:00Z' }], ...more };
}

async function audit(purls: readonly string[], exceptions: readonly object[] = []) {
  // It reads the exceptions beside it.
  const script = join(folder, 'audit.mjs');
  copyFileSync('packaging/audit.mjs', script);
  writeFileSync(join(folder, 'audit-exceptions.json'), JSON.stringify(exceptions));
  const sbom = join(folder, 'sbom.cdx.json');
  writeFileSync(sbom, JSON.stringify({ components: purls.map((purl) => ({ purl })) }));
  const words = [script, sbom, service.baseUrl];
  const { exitCode, stdout, stderr } = await execa(process.execPath, words, { reject: false });
  return { code: exitCode, out: stdout, err: stderr };
}

const purls = [
  'pkg:npm/hono@4.0.0',
  'pkg:github/nodejs/node@v26.0.0',
  'pkg:github/sqlite/sqlite@version-3.53.0',
];

test('is green without an advisory', async () => {
  expect(await audit(purls)).toEqual({ code: 0, out: '3 components, 0 open advisories', err: '' });
});

test.for([
  ['a package', 'pkg:npm/hono@4.0.0', 'pkg:npm/hono@4.0.0'],
  ['Node.js', `${NODE} 26.0.0`, 'pkg:github/nodejs/node@v26.0.0'],
  ['SQLite', `${SQLITE} 3.53.0`, 'pkg:github/sqlite/sqlite@version-3.53.0'],
] as const)('is red when %s has an advisory', async ([, key, purl]) => {
  database = { ...CONTROLS, [key]: ['CVE-1', 'CVE-2', 'WITHDRAWN-1'] };
  const { code, out } = await audit(purls);
  expect(out.split('\n')).toEqual([
    `OPEN  CVE-1  ${purl}  What CVE-1 is`,
    `OPEN  CVE-2  ${purl}  What CVE-2 is`,
    '3 components, 2 open advisories',
  ]);
  expect(code).toBe(1);
});

test.for(Object.keys(CONTROLS))('is red when the database does not know %s', async (key) => {
  database = { ...CONTROLS, [key]: [] };
  const { code, err } = await audit(purls);
  expect([code, err]).toEqual([2, expect.stringMatching(/^audit: the database knows no advisory/)]);
});

test('is red for a component that it has no query for, and without a database', async () => {
  expect(await audit(['pkg:generic/openssl@3.0.0'])).toMatchObject({
    code: 2,
    err: 'audit: no query is known for pkg:generic/openssl@3.0.0',
  });
  await service.close();
  expect(await audit(purls)).toMatchObject({ code: 2 });
});

test('an exception holds for one component, with a reason, until its last day', async () => {
  const [component = ''] = purls;
  database = { ...CONTROLS, [component]: ['CVE-1'] };
  const exception = { id: 'CVE-1', component, reason: 'not used', until: '2999-12-31' };
  expect(await audit(purls, [exception])).toMatchObject({
    code: 0,
    out: `accepted  CVE-1  ${component}  not used\n3 components, 0 open advisories`,
  });
  for (const other of [{ until: '2020-01-01' }, { component: purls[1] }, { id: 'CVE-2' }]) {
    expect((await audit(purls, [{ ...exception, ...other }])).code).toBe(1);
  }
});

test('the exceptions of this repository have a reason, and end within a year', () => {
  const inAYear = new Date(Date.now() + 366 * 86_400_000).toISOString();
  const exceptions: Readonly<Record<string, string>>[] = JSON.parse(
    readFileSync('packaging/audit-exceptions.json', 'utf8'),
  );
  for (const it of exceptions) {
    expect(Object.keys(it).toSorted()).toEqual(['component', 'id', 'reason', 'until']);
    expect(it['until']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect((it['until'] ?? '') < inAYear).toBe(true);
  }
});
