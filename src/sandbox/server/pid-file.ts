/** The file `sandbox.json` of a data directory: the server that serves it. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { FixedOptions, SeedName } from '../context/settings.ts';

/** The settings of a server: those that its directory keeps, and those that it was started with. */
export type ServerSettings = z.output<typeof ServerSettings>;
const ServerSettings = z.object({
  /** Whether the server created the directory. */
  isNew: z.boolean(),
  seed: SeedName,
  clock: z.enum(['real', 'frozen']),
  options: FixedOptions,
  tokenTtlSeconds: z.optional(z.number()),
  perMinute: z.optional(z.number()),
  webhookUrl: z.optional(z.string()),
  address: z.optional(z.string()),
  hostNames: z.optional(z.array(z.string())),
});

/** The server of a data directory, its base URL and its control token. */
export type ServerInfo = z.output<typeof ServerInfo>;
export const ServerInfo = z.object({
  pid: z.number(),
  /** On this machine: with this file and a token, nothing reaches another service. */
  baseUrl: z.string().check(z.regex(/^http:\/\/127\.0\.0\.1:\d+$/)),
  controlToken: z.string(),
  startedAt: z.string(),
  /** The PostgreSQL database; absent if the data is in the directory. */
  database: z.optional(z.string()),
  settings: ServerSettings,
});

const fileIn = (dataDir: string) => join(dataDir, 'sandbox.json');

/** Writes the file atomically, and readable to its owner only because of the control token. */
export function writeServerInfo(dataDir: string, serving: ServerInfo): void {
  const file = fileIn(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(serving)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

/**
 * Returns the content of the file, or `undefined` if it is missing or malformed.
 *
 * Its server may have been killed since.
 */
export function readServerInfo(dataDir: string): ServerInfo | undefined {
  try {
    return z.parse(ServerInfo, JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Removes the file if there is one. */
export const removeServerInfo = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });
