import type { Context } from '../../cli/context.ts';
import type { Globals } from '../../cli/globals.ts';
import type { Host } from '../../cli/host.ts';
import type { Folders } from '../../config/folders.ts';
import type { Resolved } from '../../config/resolve.ts';
import type { Connection } from '../connect.ts';
import type { Finding } from './finding.ts';

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
