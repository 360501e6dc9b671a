import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The repository speaks of the program, not of how it came about.
 * One letter of each word is in brackets, so that this list does not match itself.
 */
const FOREIGN = [
  /\b[s]essions?\b/i,
  /\b(sub)?-?[a]gents?\b/i,
  /\b[w]orkplaces?\b/i,
  /\b[s]teering\b/i,
  /\b[L]LMs?\b|\b[A]I\b|\b[l]anguage model\b/,
  /\b[i]ssues? #?\d+\b|\b\d [o]f 5\b/i,
  /(?<![\w./-])\/(wor[k]|tmp\/brie[f])\b/,
  /\b[d]esign\/[a-z-]+\.md\b|\b[i]nterface\.md\b/,
];

/** Words of the trade that merely look like those, of HTTP, of signing in and of OpenSSH. */
const OWN =
  /user-agent|\bssh-[a]gent\b|\bagent(?=\.\w|[,:)])|\bAgent(?=[(;,]| \})|\b[s]ession (token|cookie|key)s?\b/gi;

const isText = (path: string) =>
  !/\.(png|jpe?g|gif|ico|woff2?|tgz)$|^package-lock\.json$/.test(path);

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && isText(path));

test('finds files to check', () => {
  expect(tracked).toContain('package.json');
  expect(tracked.length).toBeGreaterThan(100);
});

test('no file mentions how the project is made', () => {
  expect(tracked.flatMap(foreignIn)).toEqual([]);
});

function foreignIn(path: string): string[] {
  const lines = [path, ...readIfThere(path).split('\n')];
  return lines.flatMap((line, at) => {
    const words = line.replace(OWN, '');
    return FOREIGN.some((it) => it.test(words))
      ? [`${path}:${at}: ${line.trim().slice(0, 120)}`]
      : [];
  });
}

/** A file that was deleted and is still in the index has nothing to say. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
