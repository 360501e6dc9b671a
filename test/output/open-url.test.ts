import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openUrl } from '../../src/cli/prompts/open-url.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remit-test-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser that writes down what it was started with. */
function browser(name: string): () => Promise<string> {
  const seen = join(folder, 'seen');
  writeFileSync(
    join(folder, name),
    `#!/bin/sh\nprintf '%s|' "$@" "$REMIT_TOKEN" > "${seen}.new"\nmv "${seen}.new" "${seen}"\n`,
  );
  chmodSync(join(folder, name), 0o755);
  vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`);
  return () => vi.waitFor(() => readFileSync(seen, 'utf8'), { timeout: 5000 });
}

const on = (platform = 'linux') => ({
  platform,
  env: { ...process.env, REMIT_TOKEN: 'for nobody else' },
});

test.for([
  ['linux', 'xdg-open', ''],
  ['darwin', 'open', ''],
  ['freebsd', 'xdg-open', ''],
  ['win32', 'rundll32', 'url.dll,FileProtocolHandler|'],
] as const)(
  'on %s, %s opens a URL, passed as one argument and without the token',
  async ([platform, name, before]) => {
    const seen = browser(name);
    const url = 'https://books.test/authorize?a=1&b=$(touch x);c';
    expect(await openUrl(url, on(platform))).toBe(true);
    expect(await seen()).toBe(`${before}${url}||`);
  },
);

test('reports a missing browser', async () => {
  vi.stubEnv('PATH', folder);
  expect(await openUrl('https://books.test/', on())).toBe(false);
});

test.for(['file:///etc/passwd', 'javascript:alert(1)', '--help', ''])(
  'anything but a web URL is not opened: %s',
  async (url) => {
    browser('xdg-open');
    expect(await openUrl(url, on())).toBe(false);
  },
);
