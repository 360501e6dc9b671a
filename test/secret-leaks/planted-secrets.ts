import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What must turn up nowhere: values that nothing else holds by chance. */
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

/** Secrets by what they are, those of a running service among them. */
export type Canaries = Readonly<Record<string, string>>;

/** The secrets that stand in a text or in bytes, however they are written there. */
export function foundIn(bytes: string | Uint8Array, canaries: Canaries): string[] {
  const held = Buffer.from(bytes);
  return Object.entries(canaries)
    .filter(([, secret]) => spellings(secret).some((it) => held.includes(it)))
    .map(([name]) => name);
}

/** In JSON, in an address, without dashes, as a header of basic sign-in would hold it, and as UTF-16. */
const spellings = (secret: string): (string | Buffer)[] => [
  ...[secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)],
  ...(/^[\d-]+$/.test(secret) ? [secret.replaceAll('-', '')] : []),
  ...[Buffer.from(secret).toString('base64'), Buffer.from(secret, 'utf16le')],
];

/** `state/journal.db: ssn` for every secret in every file of a folder, its databases and logs byte by byte. */
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

/** The secrets that any process of this machine shows in its command line, or holds in its environment. */
export function foundInProcesses(canaries: Canaries): string[] {
  const all = readdirSync('/proc').filter((it) => /^\d+$/.test(it));
  return all.flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((what) =>
      foundIn(textOf(`/proc/${pid}/${what}`), canaries).map((it) => `${what} of ${pid}: ${it}`),
    ),
  );
}

/** A process may have ended meanwhile, or be someone else's. */
function textOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return new Uint8Array();
  }
}
