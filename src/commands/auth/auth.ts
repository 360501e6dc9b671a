import type { Access } from '../../cli/facades.ts';
import type { Host } from '../../cli/system.ts';
import { checkToken, forgetCredential, saveCredential } from '../../config/credentials.ts';
import { foldersOf } from '../../config/folders.ts';
import { FIRST_PROFILE } from '../../config/load-settings.ts';
import { writeProfile } from '../../config/profiles.ts';
import type { Resolved } from '../../config/resolve-settings.ts';
import { signIn as operation, user as users } from '../../contract/sign-in.ts';
import { SignedOut } from '../../errors/errors.ts';
import { type Client, createClient } from '../../http/client.ts';
import { Unexpected } from '../../http/errors.ts';
import { transport } from '../../service/create-transport.ts';
import { speechOf } from '../../service/load-dialect.ts';
import type { Secrets } from '../../service/secrets.ts';
import { baseOf, type Connection, wireTo } from '../../service/service-client.ts';

interface Parts {
  readonly host: Host;
  readonly settings: () => Resolved;
  readonly secrets: Secrets;
  readonly connection: () => Promise<Connection>;
}

export function createAccess({ host, settings, secrets, connection }: Parts): Access {
  const folders = foldersOf(host);
  return {
    address: async () => settings().baseUrl,
    async login(baseUrl, prove) {
      const resolved = { ...settings(), ...(baseUrl !== undefined && { baseUrl }) };
      const base = baseOf(resolved);
      const speech = await speechOf(resolved, folders);
      const send = transport(wireTo(base, resolved, host), host.env);
      const how = await prove();
      const { token, expiresAt } =
        'token' in how
          ? { token: how.token, expiresAt: null }
          : await signIn(createClient({ send, speech }), how.email, how.password);
      const checked = secrets.keep(checkToken(token));
      const client = createClient({ send, speech, token: checked });
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
      throw new SignedOut('There is no token.');
    },
  };
}

/** A token for an e-mail and a password. Throws `Refused`, or `Unexpected` when none is in the answer. */
async function signIn(
  client: Client,
  email: string,
  password: string,
): Promise<{ token: string; expiresAt: string | null }> {
  const { accessToken: token, expiresAt } = await client.call(operation, {
    body: { email, password },
  });
  if (typeof token === 'string') return { token, expiresAt: expiresAt ?? null };
  const { status = null, requestId = null } = client.lastAnswer() ?? {};
  throw new Unexpected('The sign-in answered without a token.', { status, requestId });
}
