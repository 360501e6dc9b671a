import { type Client, createClient } from '../../api/client/client.ts';
import { UnexpectedResponseError } from '../../api/client/errors.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { signInOperation as operation, user as users } from '../../api/operations/sign-in.ts';
import type { Context } from '../../cli/context.ts';
import { checkToken, forgetCredential, saveCredential } from '../../config/credentials.ts';
import { foldersOf } from '../../config/folders.ts';
import { writeProfile } from '../../config/profiles.ts';
import { FIRST_PROFILE } from '../../config/resolve-settings.ts';
import { createServiceTransport } from '../../runtime/create-transport.ts';
import { loadDialectMapper } from '../../runtime/load-dialect.ts';
import { baseOf, transportSettingsFor } from '../../runtime/service-client.ts';

export type Proof =
  | { readonly token: string }
  | { readonly email: string; readonly password: string };

/**
 * Signs in: checks a token with the service, or gets one for an email and a password. `prove` prompts for the
 * credential once the base URL is known. Stores the token in the profile in use.
 */
export async function signIn(
  { system, settings, secrets }: Context,
  baseUrl: string | undefined,
  prove: () => Promise<Proof>,
): Promise<{ profile: string; origin: string; user: string | null }> {
  const folders = foldersOf(system);
  const resolved = { ...settings({ mayBeNew: true }), ...(baseUrl !== undefined && { baseUrl }) };
  const base = baseOf(resolved);
  const dialectMapper = await loadDialectMapper(resolved, folders);
  const send = createServiceTransport(transportSettingsFor(base, resolved, system), system.env);
  const credentials = await prove();
  const { token, expiresAt } =
    'token' in credentials
      ? { token: credentials.token, expiresAt: null }
      : await signInWithPassword(
          createClient({ send, dialectMapper }),
          credentials.email,
          credentials.password,
        );
  const checked = secrets.add(checkToken(token));
  const client = createClient({ send, dialectMapper, token: checked });
  const { email, id } = await client.call(users.profile, {});
  const user = email ?? id ?? null;
  const profile = resolved.profile ?? FIRST_PROFILE;
  await writeProfile(folders, profile, { baseUrl: base.href.replace(/\/$/, '') });
  await saveCredential(folders, profile, { origin: base.origin, token: checked, expiresAt, user });
  return { profile, origin: base.origin, user };
}

/**
 * Reports whether the service still accepts a token that is not stored any more. `undefined` if it cannot be asked.
 */
export async function isStillAccepted(
  { system, settings }: Context,
  token: string,
): Promise<boolean | undefined> {
  const resolved = settings();
  const send = createServiceTransport(
    transportSettingsFor(baseOf(resolved), resolved, system),
    system.env,
  );
  const dialectMapper = await loadDialectMapper(resolved, foldersOf(system));
  try {
    await createClient({ send, dialectMapper, token }).call(users.profile, {});
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? false : undefined;
  }
}

/** Removes the stored token of the profile in use; `forgotten` is `false` if there was none. */
export async function signOut({
  system,
  settings,
}: Context): Promise<{ profile: string; forgotten: boolean }> {
  const profile = settings({ mayBeNew: true }).profile ?? FIRST_PROFILE;
  return { profile, forgotten: await forgetCredential(foldersOf(system), profile) };
}

/**
 * Gets a token for an email and a password.
 *
 * @throws {ApiError} if the service rejects.
 * @throws {UnexpectedResponseError} if the response contains no token.
 */
async function signInWithPassword(
  client: Client,
  email: string,
  password: string,
): Promise<{ token: string; expiresAt: string | null }> {
  const { accessToken: token, expiresAt } = await client.call(operation, {
    body: { email, password },
  });
  if (typeof token === 'string') return { token, expiresAt: expiresAt ?? null };
  const { status = null, requestId = null } = client.lastResponse() ?? {};
  throw new UnexpectedResponseError('The sign-in response contains no token.', {
    status,
    requestId,
  });
}
