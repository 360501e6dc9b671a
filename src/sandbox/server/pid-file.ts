import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/mini';

export type ServerInfo = z.output<typeof ServerInfo>;
/** Who serves a data folder, and how its owner reaches it. */
export const ServerInfo = z.object({
  pid: z.number(),
  baseUrl: z.string(),
  controlToken: z.string(),
  startedAt: z.string(),
  /** Where everything is kept, when it is not in the folder itself. */
  database: z.optional(z.string()),
});

const fileIn = (dataDir: string) => join(dataDir, 'sandbox.json');

/** Beside its place first, so that nobody reads half of it; for its owner only, because of the control token. */
export function writeServerInfo(dataDir: string, serving: ServerInfo): void {
  const file = fileIn(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(serving)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

/** What the last server of the folder wrote, which may have been killed since; `undefined` when there is nothing. */
export function readServerInfo(dataDir: string): ServerInfo | undefined {
  try {
    return z.parse(ServerInfo, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

export const removeServerInfo = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });
