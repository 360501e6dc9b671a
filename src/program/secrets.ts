/** Remembers every secret where it comes in, so that traces, plans and errors can hide it wherever it turns up again. */
export interface Secrets {
  readonly keep: (secret: string) => string;
  readonly mask: (text: string) => string;
}

export function createSecrets(): Secrets {
  const known = new Set<string>();
  return {
    keep: (secret) => {
      if (secret.length >= 4) known.add(secret);
      return secret;
    },
    mask: (text) => {
      let masked = text;
      for (const secret of known) masked = masked.replaceAll(secret, '***');
      return masked;
    },
  };
}
