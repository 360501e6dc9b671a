import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remit, type TestInput } from '../helpers/run-command.ts';
import type { TestSandbox } from '../sandbox/open-sandbox.ts';

/** Runs command lines against the sandbox of a story, in a temporary home directory. */
export function typingAt({ frontUrl }: Pick<TestSandbox, 'frontUrl'>, token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'remit-typing-'));
  const env = {
    ...{ REMIT_HOME: join(folder, 'home'), REMIT_BASE_URL: frontUrl },
    ...{ REMIT_TOKEN: token, TZ: 'America/New_York' },
  };
  return {
    remit: (line: string, typed: TestInput = {}) =>
      remit(line, { cwd: folder, ...typed, env: { ...env, ...typed.env } }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
