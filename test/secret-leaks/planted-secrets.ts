/** Planted secrets, and the search for them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The planted secrets: values that do not occur by chance. */
export const planted = {
  ssn: '219-09-9398',
  ein: '47-2963518',
  accountNumber: '60817263541907',
  routingNumber: '011401533',
  password: 'q"Zebra\\7 kettle',
  publicToken: 'public-sandbox-canary-5e1f',
  linkToken: 'link-canary-9b7d40c2',
  invitationToken: 'inv-canary-77ae03f1',
  header: 'header-canary-20c9d4',
} as const;

/** Secrets by name, including those of the running service. */
export type Canaries = Readonly<Record<string, string>>;

/** Returns the names of the secrets in a text or in bytes, in any spelling. */
export function foundIn(bytes: string | Uint8Array, canaries: Canaries): string[] {
  const held = Buffer.from(bytes);
  return Object.entries(canaries)
    .filter(([, secret]) => spellings(secret).some((it) => held.includes(it)))
    .map(([name]) => name);
}

/**
 * Returns the spellings of a secret: in JSON, in a URL, without dashes, in a basic authentication header, and in
 * UTF-16.
 */
const spellings = (secret: string): (string | Buffer)[] => [
  ...[secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)],
  ...(/^[\d-]+$/.test(secret) ? [secret.replaceAll('-', '')] : []),
  ...[Buffer.from(secret).toString('base64'), Buffer.from(secret, 'utf16le')],
];

/** Returns `state/journal.db: ssn` for every secret in every file of a directory, including databases and logs. */
export function foundBelow(folder: string, canaries: Canaries): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .flatMap(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return foundIn(readFileSync(path), canaries).map(
        (it) => `${path.slice(folder.length + 1)}: ${it}`,
      );
    });
}

/** Returns the secrets in the command line or environment of any process on this machine. */
export function foundInProcesses(canaries: Canaries): string[] {
  const all = readdirSync('/proc').filter((it) => /^\d+$/.test(it));
  return all.flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((what) =>
      foundIn(textOf(`/proc/${pid}/${what}`), canaries).map((it) => `${what} of ${pid}: ${it}`),
    ),
  );
}

/** Reads a file of a process, which may have exited or belong to another user. */
function textOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}
