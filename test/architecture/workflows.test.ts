import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
const examples = readdirSync('examples/ci').map((name) => `examples/ci/${name}`);
const textOf = (path: string) => readFileSync(path, 'utf8');

test.each([...workflows, ...examples])('%s pins every action to a commit', (path) => {
  const uses = [...textOf(path).matchAll(/uses: *(\S+)/g)].map(([, action]) => action);
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
});

test.each(workflows)(
  '%s grants nothing by default, and writes no secret of the repository',
  (path) => {
    const text = textOf(path);
    expect(text).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
    expect(text).not.toMatch(/secrets\./);
  },
);

test('the job that publishes a release runs no code of this project', () => {
  const [, publish = ''] = textOf('.github/workflows/release.yml').split(/^ {2}publish:$/m);
  expect(publish).toContain('id-token: write');
  expect(publish).not.toMatch(
    /actions\/checkout|setup-node|npm |npx |node |bash |docker (run|build) /,
  );
  const others = textOf('.github/workflows/release.yml').split(/^ {2}publish:$/m)[0];
  expect(others).not.toMatch(/: write$/m);
});

test('nothing says to install a package that this project has not registered', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  const told = files.filter(
    (path) =>
      !path.startsWith('test/') &&
      /(npm (install|i|add|exec)|npx|pnpm|yarn)\b[^\n`]*[ =](?!\.\/)remit-cli(?!-)/.test(
        textOf(path),
      ),
  );
  expect(told).toEqual([]);
});
