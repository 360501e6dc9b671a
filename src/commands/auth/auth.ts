import type { Access } from '../../cli/facades.ts';
import type { System } from '../../cli/system.ts';
import { checkToken, forgetCredential, saveCredential } from '../../config/credentials.ts';
import { foldersOf } from '../../config/folders.ts';
import { FIRST_PROFILE } from '../../config/load-settings.ts';
import { writeProfile } from '../../config/profiles.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { signInOperation as operation, user as users } from '../../contract/sign-in.ts';
import { NotSignedInError } from '../../errors/errors.ts';
import { type Client, createClient } from '../../http/client.ts';
import { UnexpectedResponseError } from '../../http/errors.ts';
import { transport } from '../../service/create-transport.ts';
import { loadDialectMapper } from '../../service/load-dialect.ts';
import type { Secrets } from '../../service/secrets.ts';
import {
  baseOf,
  type ServiceConnection,
  transportSettingsFor,
} from '../../service/service-client.ts';

interface Parts {
  readonly host: System;
  readonly settings: () => ResolvedSettings;
  readonly secrets: Secrets;
  readonly connection: () => Promise<ServiceConnection>;
}

export function createAccess({ host, settings, secrets, connection }: Parts): Access {
  const folders = foldersOf(host);
  return {
    address: async () => settings().baseUrl,
    async login(baseUrl, prove) {
      const resolved = { ...settings(), ...(baseUrl !== undefined && { baseUrl }) };
      const base = baseOf(resolved);
      const dialectMapper = await loadDialectMapper(resolved, folders);
      const send = transport(transportSettingsFor(base, resolved, host), host.env);
      const how = await prove();
      const { token, expiresAt } =
        'token' in how
          ? { token: how.token, expiresAt: null }
          : await signInWithPassword(
              createClient({ send, dialectMapper }),
              how.email,
              how.password,
            );
      const checked = secrets.keep(checkToken(token));
      const client = createClient({ send, dialectMapper, token: checked });
      const { email, id } = await client.call(users.profile, {});
      const user = email ?? id ?? null;
      const profile = resolved.profile ?? FIRST_PROFILE;
      await writeProfile(folders, profile, { baseUrl: base.href.replace(/\/$/, '') });
      await saveCredential(folders, profile, {
        origin: base.origin,
        token: checked,
        expiresAt,
        user,
      });
      return { profile, origin: base.origin, user };
    },
    async logout() {
      const profile = settings().profile ?? FIRST_PROFILE;
      return { profile, forgotten: await forgetCredential(folders, profile) };
    },
    async current() {
      const { base, token } = await connection();
      const { source, user, expiresAt } = token;
      return {
        profile: settings().profile ?? null,
        baseUrl: base.href.replace(/\/$/, ''),
        source,
        user,
        expiresAt,
      };
    },
    async token() {
      const { token } = (await connection()).token;
      if (token !== undefined) return token;
      throw new NotSignedInError('No token found.');
    },
  };
}

/** A token for an email and a password. Throws `ApiError`, or `UnexpectedResponseError` when none is in the answer. */
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
