/** The profile `sandbox`, and its token. */

import type { Context } from '../../cli/context.ts';
import { saveCredential } from '../../config/credentials.ts';
import { foldersOf } from '../../config/folders.ts';
import { writeProfile } from '../../config/profiles.ts';
import { business } from '../../contract/business.ts';
import { controls } from '../../contract/control.ts';
import { createClient } from '../../http/client.ts';
import { createTransport } from '../../http/transport/transport.ts';
import type { ServerInfo } from '../../sandbox/server/pid-file.ts';
import { listProfiles } from '../../service/profiles.ts';
import { type ControlClient, caller } from './control-client.ts';

/** The result of `sandbox start`. */
export interface Running {
  readonly baseUrl: string;
  readonly token: string;
  readonly controlToken: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Database that holds all data, if it is not in the folder. */
  readonly database?: string;
  readonly businesses: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Signs in again for a sandbox that holds other businesses now: its profile acts for the first of them. Does nothing if
 * the profile `sandbox` is not for this server.
 */
export async function renewProfile(
  context: Context,
  { serving, dataDir }: Pick<ControlClient, 'serving' | 'dataDir'>,
): Promise<void> {
  const profiles = listProfiles(context);
  const isSandboxProfile = profiles.some(
    (profile) => profile.name === PROFILE && profile.baseUrl === serving.baseUrl,
  );
  if (isSandboxProfile) await describeRunning(context, serving, dataDir);
}

const PROFILE = 'sandbox';

/**
 * Signs in to a running sandbox and writes the profile `sandbox` for it, with a `tokenCommand` of this program that
 * renews its token.
 */
export async function describeRunning(
  context: Context,
  serving: ServerInfo,
  dataDir: string,
): Promise<Running> {
  const { baseUrl, controlToken, pid, database } = serving;
  const { token, expiresAt } = await freshToken(serving);
  const client = createClient({ send: createTransport({ base: new URL(baseUrl) }), token });
  const found = await client.call(business.list, {});
  const businesses = found.map(({ id, name }) => ({ id, name: name ?? '' }));
  const first = businesses[0]?.id;
  const folders = foldersOf(context.system);
  await writeProfile(folders, PROFILE, {
    baseUrl,
    ...(first !== undefined && { business: first }),
    tokenCommand: [...context.system.selfCommand, 'sandbox', 'token', '--data', dataDir],
    environment: 'test',
    'journal.quietSeconds': 2,
  });
  await saveCredential(folders, PROFILE, { origin: baseUrl, token, expiresAt, user: null });
  const location = { dataDir, ...(database !== undefined && { database }) };
  return { baseUrl, token, controlToken, pid, ...location, businesses };
}

/** Returns a new token of the sandbox's owner; earlier ones stay valid until they expire. */
export async function freshToken(
  serving: ServerInfo,
): Promise<{ token: string; expiresAt: string }> {
  const body = { role: 'owner' } as const;
  const { token, expiresAt } = await caller(serving)(controls.createToken, { body });
  return { token, expiresAt };
}
