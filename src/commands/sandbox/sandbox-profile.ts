/** The profile of a sandbox, and its token. */

import { existsSync } from 'node:fs';
import { controls } from '../../api/controls/controls.ts';
import { business } from '../../api/operations/business.ts';
import type { Context } from '../../cli/context.ts';
import { saveCredential } from '../../config/credentials.ts';
import { foldersOf } from '../../config/folders.ts';
import { boundSandboxText, isBoundByMachine } from '../../config/machine-policy.ts';
import {
  type ProfileValues,
  profileName,
  readConfiguration,
  writeProfile,
} from '../../config/profiles.ts';
import { UsageError } from '../../money/errors.ts';
import type { ServerInfo } from '../../sandbox/server/pid-file.ts';
import { apiClientOf, type ControlClient, caller } from './control-client.ts';
import { folderNamedBy } from './data-dir.ts';

/** The result of `sandbox start --foreground`. */
export interface Serving {
  readonly baseUrl: string;
  readonly token: string;
  /** The end of the token (UTC ISO 8601, wall time). */
  readonly expiresAt: string;
  readonly controlToken: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Database that holds all data, if it is not in the directory. */
  readonly database?: string;
  readonly businesses: readonly { readonly id: string; readonly name: string }[];
}

/** The result of `sandbox start`, which also writes a profile. */
export interface Running extends Serving {
  readonly profile: string;
}

type SandboxAddress = Pick<Running, 'dataDir' | 'baseUrl'>;

const PROFILE = 'sandbox';

/**
 * Returns the name of the profile for a sandbox: that of `-P`, otherwise the one that it has already, otherwise the first of
 * `sandbox`, `sandbox-2`, … that is free.
 *
 * @throws {UsageError} if `-P` names a profile of another sandbox or service.
 */
export function chooseProfile(
  { system, globalFlags, notice }: Context,
  address: SandboxAddress,
): string {
  const { profiles } = readConfiguration(foldersOf(system));
  const given = globalFlags.profile;
  if (given !== undefined) {
    const values = profiles[profileName(given)];
    if (isAvailable(values, address)) return given;
    throw otherSandboxError(given, values);
  }
  const own = Object.keys(profiles).filter(
    (name) => folderNamedBy(profiles[name]) === address.dataDir,
  );
  if (own.length > 0) return own.includes(PROFILE) ? PROFILE : (own[0] ?? PROFILE);
  if (isAvailable(profiles[PROFILE], address)) return PROFILE;
  let number = 2;
  while (!isAvailable(profiles[`${PROFILE}-${number}`], address)) number++;
  const name = `${PROFILE}-${number}`;
  notice(`Profile ${PROFILE} is for another sandbox: this one gets the profile ${name}.`);
  return name;
}

/** Reports whether a profile does not exist, or is for this sandbox, for none, or for one that was deleted. */
function isAvailable(
  values: ProfileValues | undefined,
  { dataDir, baseUrl }: SandboxAddress,
): boolean {
  const folder = folderNamedBy(values);
  if (folder !== undefined) return folder === dataDir || !existsSync(folder);
  return values?.['baseUrl'] === undefined || values['baseUrl'] === baseUrl;
}

function otherSandboxError(name: string, values: ProfileValues | undefined): UsageError {
  const folder = folderNamedBy(values);
  const owner = folder === undefined ? values?.['baseUrl'] : `the sandbox on ${folder}`;
  return new UsageError(`Profile '${name}' is for ${owner}: it is not changed.`, {
    next: ['name another profile with -P', `remit profile remove ${name}`],
  });
}

/**
 * Signs in again for a sandbox that holds other businesses now: its profiles act for the first of them. Leaves profiles
 * with another base URL than this server's as they are.
 */
export async function renewProfiles(
  context: Context,
  { serving, dataDir }: Pick<ControlClient, 'serving' | 'dataDir'>,
): Promise<void> {
  const { profiles } = readConfiguration(foldersOf(context.system));
  for (const [profile, values] of Object.entries(profiles)) {
    const isOwn = folderNamedBy(values) === dataDir && values['baseUrl'] === serving.baseUrl;
    if (isOwn) await describeRunning(context, serving, { dataDir, profile });
  }
}

/** Signs in to a running sandbox and writes its profile, with a `tokenCommand` of this program that renews the token. */
export async function describeRunning(
  context: Context,
  serving: ServerInfo,
  { dataDir, profile }: Pick<Running, 'dataDir' | 'profile'>,
): Promise<Running> {
  const { baseUrl, controlToken, pid, database } = serving;
  const { token, expiresAt } = await freshToken(serving);
  const found = await apiClientOf(serving, token).call(business.list, {});
  const businesses = found.map(({ id, name }) => ({ id, name: name ?? '' }));
  const folders = foldersOf(context.system);
  const { profiles } = readConfiguration(folders);
  const isBound = await isBoundByMachine(context.system, baseUrl);
  if (isBound) context.notice(boundSandboxText(context.system));
  await writeProfile(folders, profile, {
    baseUrl,
    // Undefined without a business: one of an earlier sandbox does not stay.
    business: businesses[0]?.id,
    tokenCommand: [...context.system.selfCommand, 'sandbox', 'token', '--dir', dataDir],
    environment: isBound ? undefined : 'test',
    // The zone of its inspector, unless the user chose another.
    timeZone: profiles[profile]?.['timeZone'] ?? 'America/New_York',
    'journal.quietSeconds': 2,
  });
  await saveCredential(folders, profile, { origin: baseUrl, token, expiresAt, user: null });
  const location = { dataDir, profile, ...(database !== undefined && { database }) };
  return { baseUrl, token, expiresAt, controlToken, pid, ...location, businesses };
}

/** Returns a new token of the sandbox's owner; earlier ones stay valid until they expire. */
export async function freshToken(
  serving: ServerInfo,
): Promise<{ token: string; expiresAt: string }> {
  const { token, expiresAt } = await caller(serving)(controls.createToken, { role: 'owner' });
  return { token, expiresAt };
}
