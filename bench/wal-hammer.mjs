import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Tests whether SQLite keeps every acknowledged commit: several processes write to one file and checkpoint it
 * constantly. At the end, every acknowledged row must exist and the file must be intact; otherwise the exit code is 1.
 *
 *   node bench/wal-hammer.mjs [--minutes 10] [--processes 8] [--provider node:sqlite] [--synchronous off]
 *
 * `--provider` is `node:sqlite`, `@photostructure/sqlite`, or the path of a package with the interface of
 * better-sqlite3. Without fsync (`--synchronous off`) the processes collide more often.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '8' },
    provider: { type: 'string', default: '@photostructure/sqlite' },
    synchronous: { type: 'string', default: 'full' },
    worker: { type: 'string' },
    file: { type: 'string' },
  },
});

const require = createRequire(import.meta.url);

function open(file) {
  const library = require(values.provider);
  const sqlite = new (library.DatabaseSync ?? library)(file);
  sqlite.exec('pragma busy_timeout = 60000; pragma journal_mode = wal');
  sqlite.exec(`pragma synchronous = ${values.synchronous}`);
  return sqlite;
}

if (values.worker === undefined) await watch();
else write(Number(values.worker));

/** Writes rows until the time is over. Prints the number of each row after its commit is acknowledged. */
function write(worker) {
  const until = Date.now() + Number(values.minutes) * 60_000;
  const kinds = ['passive', 'restart', 'truncate'];
  let sqlite = open(values.file);
  let insert = sqlite.prepare('insert into rows (worker, n, text) values (?, ?, ?)');
  let busy = 0;
  for (let n = 0; Date.now() < until; n++) {
    insert.run(worker, n, 'x'.repeat(n % 3_000));
    writeSync(1, `${n}\n`);
    if (n % 7 === worker % 7) {
      const kind = kinds[(n + worker) % kinds.length];
      try {
        sqlite.prepare(`pragma wal_checkpoint(${kind})`).all();
      } catch {
        busy++;
      }
    }
    // A connection that closes and reopens: the last one to close checkpoints, too.
    if (n % 500 === 499) {
      sqlite.close();
      sqlite = open(values.file);
      insert = sqlite.prepare('insert into rows (worker, n, text) values (?, ?, ?)');
    }
  }
  sqlite.close();
  process.stderr.write(`writer ${worker}: ${busy} checkpoints found the file busy\n`);
}

async function watch() {
  const folder = mkdtempSync(join(tmpdir(), 'remit-hammer-'));
  const file = join(folder, 'a.db');
  const first = open(file);
  first.exec(`create table rows (seq integer primary key, worker integer, n integer, text text);
    create unique index rows_by_worker on rows (worker, n)`);
  const [{ version }] = first.prepare('select sqlite_version() as version').all();
  console.log(`Node ${process.version}, ${values.provider}, SQLite ${version}`);
  first.close();

  const failures = [];
  const acknowledged = await Promise.all(
    Array.from({ length: Number(values.processes) }, (_, worker) => run(worker, file, failures)),
  );
  const sqlite = open(file);
  const integrity = sqlite.prepare('pragma integrity_check').all();
  const isWhole = integrity.length === 1 && integrity[0].integrity_check === 'ok';
  const there = sqlite.prepare('select n from rows where worker = ?');
  let lost = 0;
  let all = 0;
  for (const [worker, rows] of acknowledged.entries()) {
    const found = new Set(there.all(worker).map(({ n }) => n));
    const missing = rows.filter((n) => !found.has(n));
    all += rows.length;
    lost += missing.length;
    if (missing.length > 0) console.log(`writer ${worker} lost ${missing.slice(0, 20).join(', ')}`);
  }
  sqlite.close();
  for (const it of failures) console.log(it);
  console.log(`${all} rows acknowledged, ${lost} lost, integrity ${isWhole ? 'ok' : 'BROKEN'}`);
  if (!isWhole) console.log(JSON.stringify(integrity.slice(0, 5)));
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = lost > 0 || !isWhole || failures.length > 0 ? 1 : 0;
}

/** Runs one writer in its own process. Resolves to the rows that it reported as committed. */
async function run(worker, file, failures) {
  const flags = ['minutes', 'provider', 'synchronous'].flatMap((it) => [`--${it}`, values[it]]);
  const words = [fileURLToPath(import.meta.url), '--worker', String(worker), '--file', file];
  const child = spawn(process.execPath, [...words, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, warned] = [[], []];
  child.stdout.on('data', (it) => said.push(it));
  child.stderr.on('data', (it) => warned.push(it));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) failures.push(`writer ${worker} ended with ${code}: ${Buffer.concat(warned)}`);
  const lines = Buffer.concat(said).toString().split('\n');
  return lines.slice(0, -1).map(Number);
}
