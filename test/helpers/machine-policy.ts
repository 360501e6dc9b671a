/** Policies of a machine, for tests. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrustedFile } from '../../src/config/machine-policy.ts';

/**
 * Writes a machine's policy to a new directory of the user that runs the tests, who takes the place of root. The journal is
 * in `journal`, by default the same directory.
 */
export function writeMachinePolicy(rules: object, journal?: string): TrustedFile {
  const folder = mkdtempSync(join(tmpdir(), 'remit-machine-'));
  const policy = { journal: { place: journal ?? folder }, ...rules };
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify(policy), { mode: 0o644 });
  return { file, owner: process.getuid?.() ?? 0, top: folder };
}
