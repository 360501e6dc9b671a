// npm run faults -- --runs 5000 [--seed 7] [--database postgres]: runs the fault tests with any number of runs. With
// PostgreSQL, two servers answer in turn, and half of the runs share a journal between two state directories.
// npm run faults -- --pauses --runs 500 [--seed 7]: programs that are stopped and continued. With PostgreSQL, two hosts
// share a journal.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: {
    runs: { type: 'string' },
    seed: { type: 'string' },
    database: { type: 'string' },
    pauses: { type: 'boolean' },
  },
});
const { runs = '1000', seed = '1', database, pauses } = values;
const own = ['runs', 'seed', 'database', 'pauses'];
const passed = tokens
  .filter((it) => it.kind === 'option' && !own.includes(it.name))
  .map((it) => (it.value === undefined ? it.rawName : `${it.rawName}=${it.value}`));
if (database !== undefined && database !== 'postgres') throw new Error('--database: postgres');

const run = (program, words, env) =>
  spawnSync(program, words, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
const project = database ?? 'e2e';
// The two servers are processes of the built program.
const built = database === undefined ? 0 : run('npm', ['run', 'build', '--silent']);
const stopped =
  database === undefined ? 'test/faults/pauses.test.ts' : 'test/postgres/paused-hosts.test.ts';
const files = pauses ? stopped : 'test/faults/fault-injection.test.ts';
process.exitCode =
  built ||
  run('npx', ['vitest', 'run', '--project', project, files, ...passed], {
    [pauses ? 'REMIT_PAUSE_RUNS' : 'REMIT_FAULT_RUNS']: String(runs),
    REMIT_FAULT_SEED: String(seed),
    REMIT_POSTGRES: 'all',
  });
