import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/mini';

export type Serving = z.output<typeof Serving>;
/** Who serves a data folder, and how its owner reaches it. */
export const Serving = z.object({
  pid: z.number(),
  baseUrl: z.string(),
  controlToken: z.string(),
  startedAt: z.string(),
  /** Where everything is kept, when it is not in the folder itself. */
  database: z.optional(z.string()),
});

const fileIn = (dataDir: string) => join(dataDir, 'sandbox.json');

/** Beside its place first, so that nobody reads half of it; for its owner only, because of the control token. */
export function writeServing(dataDir: string, serving: Serving): void {
  const file = fileIn(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(serving)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

/** What the last server of the folder wrote, which may have been killed since; `undefined` when there is nothing. */
export function readServing(dataDir: string): Serving | undefined {
  try {
    return z.parse(Serving, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

export const removeServing = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });
