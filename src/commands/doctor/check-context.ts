import type { Context } from '../../cli/context.ts';
import type { Globals } from '../../cli/flags/global-flags.ts';
import type { Host } from '../../cli/system.ts';
import type { Folders } from '../../config/folders.ts';
import type { Resolved } from '../../config/resolve-settings.ts';
import type { Connection } from '../../program/service/service-client.ts';
import type { Finding } from './check-result.ts';

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
