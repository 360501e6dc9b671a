import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const EXECUTABLES = [
  'remit-darwin-arm64',
  'remit-darwin-x64',
  'remit-linux-arm64',
  'remit-linux-x64',
  'remit-win-x64.exe',
];
const sumOf = (name: string) => createHash('sha256').update(name).digest('hex');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-manifests-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function render(names: readonly string[]): void {
  const sums = join(folder, 'SHA256SUMS');
  writeFileSync(sums, names.map((it) => `${sumOf(it)}  ${it}\n`).join(''));
  execFileSync(process.execPath, ['packaging/manifests.mjs', sums, folder], {
    env: { HOMEPAGE: 'https://example.com/owner/remit' },
    stdio: 'pipe',
  });
}

test('the Homebrew formula has the checksum of the executable of each platform', () => {
  render(EXECUTABLES);
  const formula = readFileSync(join(folder, 'remit.rb'), 'utf8');
  const pairs = [...formula.matchAll(/url "(\S+)"\n +sha256 "(\S+)"/g)].map(([, ...it]) => it);
  expect(pairs).toEqual(
    EXECUTABLES.filter((it) => !it.endsWith('.exe')).map((it) => [
      `https://example.com/owner/remit/releases/download/v${version}/${it}`,
      sumOf(it),
    ]),
  );
  expect(formula).toContain(`version "${version}"`);
  expect(formula).not.toMatch(/@[A-Z]/);
});

test('the Scoop manifest has the checksum of the executable for Windows', () => {
  render(EXECUTABLES);
  expect(JSON.parse(readFileSync(join(folder, 'remit.json'), 'utf8'))).toMatchObject({
    version,
    license: 'MIT',
    architecture: {
      '64bit': {
        url: `https://example.com/owner/remit/releases/download/v${version}/remit-win-x64.exe#/remit.exe`,
        hash: sumOf('remit-win-x64.exe'),
      },
    },
    bin: 'remit.exe',
  });
});

test('nothing is written without the checksum of each executable', () => {
  expect(() => render(EXECUTABLES.slice(1))).toThrow(/no value for @SHA256:remit-darwin-arm64@/);
  expect(existsSync(join(folder, 'remit.rb'))).toBe(false);
});
