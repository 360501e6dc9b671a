import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The instructions of the Dockerfile, each on one line. */
const instructions = readFileSync('Dockerfile', 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((it) => it !== '')
  .map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return { name, rest };
  });
const all = (wanted: string) =>
  instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest);
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const inImage = (wanted: string) =>
  lastStage.filter(({ name }) => name === wanted).map(({ rest }) => rest);

test('has instructions that are known and reviewed, and neither ADD nor VOLUME', () => {
  const known = ['ARG', 'COPY', 'ENTRYPOINT', 'ENV', 'FROM', 'LABEL', 'RUN', 'USER'];
  expect([...new Set(instructions.map(({ name }) => name))].toSorted()).toEqual(known);
});

test('starts from images that are pinned by digest', () => {
  expect(all('FROM')).toHaveLength(2);
  for (const it of all('FROM'))
    expect(it).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$/);
  expect(all('FROM').join()).not.toContain(':latest');
});

test('downloads nothing but packages of the distribution, and keeps no list of them', () => {
  const script = all('RUN').join('\n');
  expect(script).not.toMatch(/https?:|curl|wget|npm|pip|git /);
  for (const it of all('RUN').filter((run) => run.includes('apt-get install'))) {
    expect(it).toContain('--no-install-recommends');
    expect(it).toContain('rm -rf /var/lib/apt/lists/*');
  }
});

test('runs the program alone, as a user without rights', () => {
  expect(inImage('USER')).toEqual(['65532:65532']);
  expect(inImage('RUN')).toEqual([]);
  expect(inImage('ENTRYPOINT')).toEqual(['["/usr/bin/remit"]']);
  expect(lastStage.findLast(({ name }) => name === 'USER')).toBe(lastStage.at(-2));
});

test('requires the directory of the journal on a volume, where docs/install.md says to mount one', () => {
  expect(inImage('ENV').join(' ')).toBe('REMIT_HOME=/var/lib/remit REMIT_REQUIRE_MOUNTED_STATE=1');
  const mounted = /docker run .*--volume remit-state:\/var\/lib\/remit /;
  expect(readFileSync('docs/install.md', 'utf8')).toMatch(mounted);
  expect(inImage('COPY')).toContain('--from=files --chown=65532:65532 /state /var/lib/remit');
});

test('is built from the executables only', () => {
  const [first, ...allowed] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
  expect(first).toBe('*');
  const fromContext = all('COPY').filter((it) => !it.startsWith('--from='));
  expect(fromContext.map((it) => `!${it.split(' ')[0]}`)).toEqual(allowed);
});
