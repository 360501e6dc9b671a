// npm run census [-- --json]: how much there is: lines, files, commands, imports, and what three commands call. Needs `npm
// ci`; it builds a readable copy of the program in a temporary directory and runs it against a sandbox.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { loadConfig } from 'rolldown/config';

const GENERATED = ['completions/', 'test/surface.txt', 'man/'];
const NOW = '2026-03-02T15:00:00Z';

const folder = mkdtempSync(join(tmpdir(), 'remit-census-'));
try {
  const rows = [...counted(), ...(await called())];
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
  } else {
    for (const [name, value] of rows)
      process.stdout.write(`${String(value).padStart(9)}  ${name}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Counts what can be read from the files. */
function counted() {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
  const source = tracked.filter((it) => it.startsWith('src/') && it.endsWith('.ts'));
  const texts = new Map(source.map((it) => [it, readFileSync(it, 'utf8')]));
  const lines = [...texts.values()].flatMap(linesOf);
  const comments = lines.filter((it) => /^\s*(\/\/|\/\*|\*)/.test(it)).length;
  const blank = lines.filter((it) => it.trim() === '').length;
  const functions =
    [...texts.values()].join('\n').match(/^(export )?(async )?function |=> \{$/gm) ?? [];
  const docs = [...texts.values()].join('\n').match(/^\s*\/\*\*/gm) ?? [];
  const importers = importersOf(texts);
  const single = source.filter(
    (it) => importers.get(it)?.size === 1 && !it.startsWith('src/commands/'),
  );
  const tests = tracked.filter((it) => it.startsWith('test/') && !it.endsWith('package-lock.json'));
  const generated = tracked.filter((it) => GENERATED.some((prefix) => it.startsWith(prefix)));
  return [
    ['lines in src', lines.length],
    ['of them code', lines.length - comments - blank],
    ['characters a line', (lines.join('').length / lines.length).toFixed(1)],
    ['lines of comment in a hundred', ((comments / lines.length) * 100).toFixed(1)],
    ['doc comments', docs.length],
    ['functions with a body', functions.length],
    ['files in src', source.length],
    ['files with one importer that are no command', single.length],
    ['median lines of a file', median([...texts.values()].map((it) => linesOf(it).length))],
    ['lines in test', sum(tests.map((it) => linesOf(readFileSync(it, 'utf8')).length))],
    [
      'generated lines in git',
      sum(generated.map((it) => linesOf(readFileSync(it, 'utf8')).length)),
    ],
    ['imports of the command line in the layer of money', importsOfCommandLine(texts)],
  ];
}

/** Builds the program without making it small, runs three commands and counts what they call. */
async function called() {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  const [{ output, ...input }] = await loadConfig('rolldown.config.ts');
  const bundle = await rolldown(input);
  const { output: chunks } = await bundle.generate({ ...output, minify: false });
  await bundle.close();
  for (const { fileName, code, source } of chunks)
    writeFileSync(join(dist, fileName), code ?? source);
  writeFileSync(join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  cpSync('package.json', join(folder, 'package.json'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  // The configuration empties dist/ when it is loaded.
  execFileSync('npm', ['run', 'build', '--silent']);

  const env = { ...process.env, REMIT_HOME: join(folder, 'home') };
  const remit = (words, more = {}) =>
    execFileSync(process.execPath, [join(dist, 'main.js'), ...words], {
      env: { ...env, ...more },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const start = ['sandbox', 'start', '--port', '0', '--clock', 'frozen', '--now', NOW];
  remit([...start, '--json']);
  try {
    const commands = JSON.parse(remit(['commands', '--json'])).length;
    const payables = JSON.parse(remit(['payable', 'list', '--json']));
    const due = payables.filter(({ status }) => status === 'APPROVED');
    const [first, second, third] = due.map(({ id }) => id);
    const plan = join(folder, 'plan.json');
    const rowsFile = join(folder, 'rows.csv');
    writeFileSync(rowsFile, `payableId\n${second}\n${third}\n`);
    const run = (words) => callsOf(words, remit);
    const rows = [];
    rows.push(['payable list --csv', run(['payable', 'list', '--csv'])]);
    rows.push(['pay initiate', run(['pay', 'initiate', first, '--yes'])]);
    remit(['run', 'plan', '--file', rowsFile, '--out', plan]);
    rows.push(['run apply of two rows', run(['run', 'apply', plan, '--yes'])]);
    return [
      ['commands', commands],
      ...rows.flatMap(([name, { functions, files }]) => [
        [`functions called by ${name}`, functions],
        [`files used by ${name}`, files],
      ]),
    ];
  } finally {
    remit(['sandbox', 'stop']);
  }
}

/** Counts the functions of this program that one command calls, and the files that they are in. */
function callsOf(words, remit) {
  const coverage = mkdtempSync(join(folder, 'coverage-'));
  remit(words, { NODE_V8_COVERAGE: coverage });
  const files = new Set();
  let functions = 0;
  const reports = readdirSync(coverage).map((it) => readFileSync(join(coverage, it), 'utf8'));
  for (const { url, functions: found } of reports.flatMap((it) => JSON.parse(it).result)) {
    if (!url.startsWith(`file://${folder}/dist/`)) continue;
    const regions = regionsIn(readFileSync(new URL(url), 'utf8'));
    for (const { ranges } of found) {
      const [{ startOffset, count }] = ranges;
      const file = regions.findLast(({ from }) => from <= startOffset)?.file;
      if (count === 0 || startOffset === 0 || !file?.startsWith('src/')) continue;
      functions += 1;
      files.add(file);
    }
  }
  return { functions, files: files.size };
}

/** Returns where each module begins in a chunk. */
function regionsIn(text) {
  return [...text.matchAll(/^\/\/ (\S+\.[cm]?[jt]s)$/gm)].map(({ index, 1: file }) => ({
    from: index,
    file,
  }));
}

/** Returns the files that import each file. */
function importersOf(texts) {
  const importers = new Map();
  for (const [file, text] of texts) {
    for (const target of importsIn(file, text)) {
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return importers;
}

function importsIn(file, text) {
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(({ 1: path }) =>
    join(file, '..', path),
  );
}

/** Counts what the layer of money imports from the command line. */
function importsOfCommandLine(texts) {
  return sum(
    [...texts]
      .filter(([file]) => /^src\/(payments|money|journal)\//.test(file))
      .map(
        ([file, text]) => importsIn(file, text).filter((it) => it.startsWith('src/cli/')).length,
      ),
  );
}

function linesOf(text) {
  return text.replace(/\n$/, '').split('\n');
}

function sum(values) {
  return values.reduce((total, it) => total + it, 0);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
