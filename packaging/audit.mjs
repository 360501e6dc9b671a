// Compares a bill of materials with a database of advisories: node packaging/audit.mjs <sbom> [<address>]. The address is
// that of OSV, or of whatever answers like it. Ends 1 if an advisory applies, and 2 if the database cannot be relied on.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const [sbom, address = 'https://api.osv.dev'] = process.argv.slice(2);

/** Versions with known advisories, one for each kind of query. A database that finds nothing for them is not asked right. */
const CONTROLS = [
  'pkg:npm/undici@5.0.0',
  'pkg:github/nodejs/node@v20.0.0',
  'pkg:github/sqlite/sqlite@version-3.31.0',
];

const today = new Date().toISOString().slice(0, 10);
/** The advisories that do not affect this program, each with its reason. After its last day, one is open again. */
const exceptions = JSON.parse(
  readFileSync(new URL('audit-exceptions.json', import.meta.url), 'utf8'),
).filter(({ until }) => until >= today);

try {
  process.exitCode = await audit();
} catch (error) {
  process.stderr.write(`audit: ${error.message}\n`);
  process.exitCode = 2;
}

async function audit() {
  const purls = JSON.parse(readFileSync(sbom, 'utf8')).components.map(({ purl }) => purl);
  const found = await idsFor([...new Set([...purls, ...CONTROLS])]);
  for (const it of CONTROLS) {
    if (found.get(it).size === 0) throw new Error(`the database knows no advisory about ${it}`);
  }
  let open = 0;
  for (const purl of new Set(purls)) open += await countOpen(purl, found.get(purl));
  write(`${purls.length} components, ${open} open advisories`);
  return open > 0 ? 1 : 0;
}

/** Prints the advisories about a component, and returns how many of them are no exceptions. */
async function countOpen(component, ids) {
  let open = 0;
  for (const advisory of await advisories(ids)) {
    const { id } = advisory;
    const accepted = exceptions.find((it) => it.id === id && it.component === component);
    if (!accepted) open++;
    const state = accepted ? 'accepted' : 'OPEN';
    write([state, id, component, accepted?.reason ?? describe(advisory)].join('  '));
  }
  return open;
}

/** Returns the advisories of these ids that were not withdrawn. */
async function advisories(ids) {
  const all = await Promise.all([...ids].map((id) => get(`/v1/vulns/${id}`)));
  return all.filter(({ withdrawn }) => !withdrawn);
}

function describe({ summary = '', details = '' }) {
  return (summary || details).replaceAll(/\s+/g, ' ').trim().slice(0, 160);
}

/** Returns the ids of the advisories about each of these packages. */
async function idsFor(purls) {
  const found = new Map(purls.map((it) => [it, new Set()]));
  let queries = purls.map((purl) => ({ purl, query: queryOf(purl) }));
  while (queries.length > 0) {
    const { results } = await post('/v1/querybatch', { queries: queries.map((it) => it.query) });
    if (results?.length !== queries.length) throw new Error('the response has not every result');
    queries = queries.flatMap(({ purl, query }, at) => {
      const { vulns = [], next_page_token } = results[at];
      for (const { id } of vulns) found.get(purl).add(id);
      return next_page_token ? [{ purl, query: { ...query, page_token: next_page_token } }] : [];
    });
  }
  return found;
}

/** Returns OSV's query for a package of npm by its URL, for one of GitHub by repository and the version in its tag. */
function queryOf(purl) {
  const [, repository, version] = /^pkg:github\/([^@]+)@\D*([\d.]+)$/.exec(purl) ?? [];
  if (repository) {
    const name = `https://github.com/${repository}.git`;
    return { version, package: { ecosystem: 'GIT', name } };
  }
  if (!purl.startsWith('pkg:npm/')) throw new Error(`no query is known for ${purl}`);
  return { package: { purl } };
}

function post(path, body) {
  return get(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function get(path, options = {}) {
  const response = await fetch(address + path, { ...options, signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response.json();
}

function write(line) {
  process.stdout.write(`${line}\n`);
}
