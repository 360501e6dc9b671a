/** The schema of the manifest of an export. */

import * as z from 'zod/mini';

const text = z.nullable(z.string());
const count = z.int().check(z.gte(0));

/** A manifest: `sumCents` has the sum of each amount column. */
export type ExportManifest = z.output<typeof exportManifestSchema>;
/** The schema of the JSON file that `--manifest` writes beside an export. */
export const exportManifestSchema = z.strictObject({
  version: z.literal(1),
  file: z.string(),
  command: z.string(),
  argv: z.array(z.string()),
  filters: z.record(z.string(), z.unknown()),
  columns: z.nullable(z.array(z.string())),
  query: text,
  complete: z.boolean(),
  program: z.string(),
  profile: text,
  baseUrl: text,
  business: text,
  serviceTime: z.nullable(z.iso.datetime()),
  /** The head of the journal after the command, for `remit journal verify --head`; `null` if the command did not use it. */
  journalHead: z.nullable(z.string().check(z.regex(/^\d+:[0-9a-f]{64}$/))),
  writtenAt: z.iso.datetime(),
  bytes: count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  rows: z.nullable(count),
  sumCents: z.nullable(z.record(z.string(), z.int())),
});
