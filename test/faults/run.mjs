// npm run faults -- --runs 5000 [--seed 7]: the battery at length, with any number of runs.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, tokens } = parseArgs({
  strict: false,
  tokens: true,
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
});
const { runs = '1000', seed = '1' } = values;
const own = ['runs', 'seed'];
const passed = tokens
  .filter((it) => it.kind === 'option' && !own.includes(it.name))
  .map((it) => (it.value === undefined ? it.rawName : `${it.rawName}=${it.value}`));
const { status } = spawnSync('npx', ['vitest', 'run', 'test/faults', ...passed], {
  stdio: 'inherit',
  env: { ...process.env, REMIT_FAULT_RUNS: String(runs), REMIT_FAULT_SEED: String(seed) },
});
process.exitCode = status ?? 1;
