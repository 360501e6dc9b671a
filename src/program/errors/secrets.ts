import type { Host } from '../../cli/system.ts';
import { isHidden } from '../../contract/http/secret-names.ts';

/** Remembers every secret where it comes in, so that traces, plans and errors can hide it wherever it turns up again. */
export interface Secrets {
  readonly keep: (secret: string) => string;
  /** Keeps what stands in members that carry secrets, however deep. */
  readonly keepIn: (value: unknown) => void;
  readonly mask: (text: string) => string;
}

export function createSecrets(): Secrets {
  const known = new Set<string>();
  let longestFirst: readonly string[] | undefined;
  const keep = (secret: string): string => {
    if (secret.length < SHORTEST || known.has(secret)) return secret;
    for (const it of spellingsOf(secret)) known.add(it);
    longestFirst = undefined;
    return secret;
  };
  const keepIn = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, it] of Object.entries(value)) {
      if (typeof it === 'string' && isHidden(name)) keep(it);
      else keepIn(it);
    }
  };
  return {
    keep,
    keepIn,
    mask: (text) => {
      longestFirst ??= [...known].sort((a, b) => b.length - a.length);
      return longestFirst.reduce((masked, it) => masked.replaceAll(it, HIDDEN), text);
    },
  };
}

/** The same host, on whose standard error no secret is shown, whoever writes there. */
export const discreet = (host: Host, { mask }: Secrets): Host => ({
  ...host,
  stderr: {
    ...host.stderr,
    write: (chunk) => host.stderr.write(typeof chunk === 'string' ? mask(chunk) : chunk),
  },
});

const HIDDEN = '***';

/** Anything shorter would turn up by chance. */
const SHORTEST = 4;

/** A secret as it may come back: within JSON, within an address, and a number without its dashes. */
const spellingsOf = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(Buffer.from(secret).toString()),
  ...(/^\d+(-\d+)+$/.test(secret) ? [secret.replaceAll('-', '')] : []),
];
