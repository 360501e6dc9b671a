// npm run mutations [-- <text>...]: removes one safeguard at a time, in a copy, and expects the tests to fail; with texts, only
// those whose name contains one. Before, nothing is removed and the same tests must pass: else a red one proves nothing.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { safeguards } from './safeguards.mjs';

const copied = [
  'src',
  'test',
  'bin',
  'examples',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'CHANGELOG.md',
  'README.md',
];

const texts = process.argv.slice(2);
const removals = safeguards.filter(
  ({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)),
);
if (removals.length === 0) throw new Error(`No safeguard is named like ${texts.join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'remit-mutations-'));
let survived = 0;
try {
  for (const path of copied) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const all = new Set(removals.flatMap(({ tests }) => tests));
  if (areRed([...all], 'inherit'))
    throw new Error('The tests fail although nothing was removed: none of them proves anything.');
  for (const removal of removals) {
    const from = Date.now();
    const isNoticed = noticed(removal);
    survived += isNoticed ? 0 : 1;
    const seconds = Math.round((Date.now() - from) / 1000);
    process.stdout.write(
      `${isNoticed ? 'noticed ' : 'SURVIVED'}  ${removal.name} (${seconds} s)\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${removals.length - survived} of ${removals.length} removals turn the tests red\n`,
);
process.exitCode = survived === 0 ? 0 : 1;

/** Reports whether a test fails without the safeguard. Throws if its code is no longer as listed above. */
function noticed({ file, from, to, and = ['', ''], tests }) {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  for (const text of [from, and[0]]) {
    if (whole.split(text).length !== 2 && text !== '')
      throw new Error(`${file} has not once: ${text}`);
  }
  writeFileSync(
    path,
    whole.replace(from, () => to).replace(and[0], () => and[1]),
  );
  const isRed = areRed(tests, 'ignore');
  writeFileSync(path, whole);
  return isRed;
}

/** Reports whether one of the tests fails in the copy. */
function areRed(tests, stdio) {
  const projects = ['default', 'thorough', 'e2e'].flatMap((name) => ['--project', name]);
  // Tried again, so that a test which a busy machine delayed does not count as red.
  const args = ['vitest', 'run', ...projects, '--bail', '1', '--retry', '2', ...tests];
  return spawnSync('npx', args, { cwd: folder, stdio }).status !== 0;
}
