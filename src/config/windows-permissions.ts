import { execFileSync } from 'node:child_process';
import { createUntrustedError } from './errors.ts';

/** A fixed path: an environment variable or `PATH` could name another program. */
const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';

/**
 * Checks that only administrators could have written a file and its directory.
 *
 * @throws {MachinePolicyError} If others could have, or if that cannot be found out.
 */
export async function assertWrittenByAdministrators(file: string): Promise<void> {
  for (const path of [file, file.replace(/\\[^\\]*$/, '')]) {
    const reason = writerIn(descriptorOf(path));
    if (reason !== undefined) throw createUntrustedError(path, reason);
  }
}

/** Returns the security descriptor of a path in SDDL; an empty string if it cannot be read. */
function descriptorOf(path: string): string {
  const script = `(Get-Acl -LiteralPath '${path.replaceAll("'", "''")}').Sddl`;
  try {
    const options = ['-NoProfile', '-NonInteractive', '-Command', script];
    return execFileSync(POWERSHELL, options, { encoding: 'utf8', env: {}, timeout: 20_000 }).trim();
  } catch {
    return '';
  }
}

/** Administrators, the system, and the installer of Windows. */
const TRUSTED = new Set([
  'BA',
  'SY',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** The rights that change nothing, as bits: read, execute, and waiting for both. */
const READ_BITS = 0x80000000 + 0x20000000 + 0x00120000 + 0xa9;
const READ_RIGHTS = new Set(['GR', 'GX', 'FR', 'FX', 'RC', 'CC', 'SW', 'WP', 'LO']);

/**
 * Returns the reason that someone other than an administrator could write what a security descriptor (SDDL) protects;
 * `undefined` if nobody could.
 */
export function writerIn(sddl: string): string | undefined {
  const parts =
    /^O:(?<owner>S-[\d-]+|[A-Z]{2})(G:(S-[\d-]+|[A-Z]{2}))?D:(?<flags>[A-Z_]*)(?<entries>(\([^()]*\))*)(S:.*)?$/.exec(
      sddl,
    )?.groups;
  if (!parts) return 'has permissions that cannot be read';
  const { owner = '', flags = '', entries = '' } = parts;
  if (!TRUSTED.has(owner)) return `belongs to ${owner}, not to the administrators`;
  if (entries === '' || flags.includes('NO_ACCESS_CONTROL')) return 'is writable by everyone';
  for (const [, entry = ''] of entries.matchAll(/\(([^()]*)\)/g)) {
    const [kind = '', inheritance = '', rights = '', , , who = ''] = entry.split(';');
    const applies = !inheritance.includes('IO');
    if (applies && !kind.endsWith('D') && !TRUSTED.has(who) && mayWrite(rights)) {
      return `is writable by ${who}`;
    }
  }
  return undefined;
}

function mayWrite(rights: string): boolean {
  if (/^0x[0-9a-f]+$/i.test(rights)) return (Number(rights) & ~READ_BITS) !== 0;
  const names = rights.match(/../g) ?? [];
  return names.some((name) => !READ_RIGHTS.has(name));
}
