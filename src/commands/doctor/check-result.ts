import type { Context } from '../../cli/context.ts';
import type { Check } from '../../cli/doctor.ts';
import type { Unfulfilled } from '../../cli/errors.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import type { Host } from '../../cli/system.ts';
import type { Folders } from '../../config/folders.ts';
import type { Resolved } from '../../config/resolve-settings.ts';
import { failureOf } from '../../errors/error-report.ts';
import { exitCodes } from '../../errors/exit-codes.ts';
import type { Connection } from '../../service/service-client.ts';

export type How = Unfulfilled['how'];

/** A check, and how a command would end because of it where it failed. */
export interface Finding extends Check {
  readonly failure?: How;
}

export const ok = (name: string, detail: string): Finding => ({
  name,
  status: 'ok',
  detail,
  next: null,
});

export const skipped = (name: string, detail: string): Finding => ({
  ...ok(name, detail),
  status: 'skipped',
});

export const warning = (name: string, detail: string, next: string | null = null): Finding => ({
  name,
  status: 'warning',
  detail,
  next,
});

export const failed = (
  name: string,
  detail: string,
  next: string | null = null,
  failure: How = 'configuration',
): Finding => ({ name, status: 'failed', detail, next, failure });

/** What was thrown, in the words that the program itself has for it. */
export function thrown(name: string, error: unknown): Finding {
  const { message, next, exitCode } = failureOf(error);
  const how = hows.find((it) => exitCodes[it].code === exitCode);
  return failed(name, message, next[0]?.trim() ?? null, how);
}

const hows: readonly How[] = ['signedOut', 'forbidden', 'throttled', 'unreachable', 'damaged'];

/** What is looked at. Settings and connection throw what they would throw in any command. */
export interface Patient {
  readonly host: Host;
  readonly globals: Globals;
  readonly folders: Folders;
  readonly settings: () => Resolved;
  readonly journal: Context['journal'];
  readonly connection: () => Promise<Connection>;
  readonly remit: Context['remit'];
}

export type Look = (patient: Patient) => readonly Finding[] | Promise<readonly Finding[]>;
