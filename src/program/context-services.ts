import type { Context } from '../cli/context.ts';
import type { Host } from '../cli/system.ts';
import { FIRST_PROFILE } from '../config/load-settings.ts';
import type { Resolved } from '../config/resolve-settings.ts';
import type { Secrets } from '../service/secrets.ts';
import type { Connection } from '../service/service-client.ts';
import { later } from './lazy-proxy.ts';

interface Parts {
  readonly host: Host;
  readonly settings: () => Resolved;
  /** The same for what is about to make the profile that was named. */
  readonly beforehand: () => Resolved;
  readonly secrets: Secrets;
  readonly connection: () => Promise<Connection>;
}

type Facades = Pick<Context, 'access' | 'profiles' | 'settings' | 'policy' | 'dialect'>;

/** What few commands need: none of it is loaded before one asks. */
export const createFacades = ({
  host,
  settings,
  beforehand,
  secrets,
  connection,
}: Parts): Facades => ({
  access: later(async () => {
    const { createAccess } = await import('../commands/auth/auth.ts');
    return createAccess({ host, settings: beforehand, secrets, connection });
  }),
  profiles: later(async () => {
    const { createProfiles } = await import('../commands/profile/profiles.ts');
    return createProfiles(host, () => beforehand().profile ?? FIRST_PROFILE);
  }),
  settings: later(async () => {
    const { createSettings } = await import('../commands/profile/profiles.ts');
    return createSettings(host, settings);
  }),
  policy: later(async () => {
    const { policyRows } = await import('../config/policy.ts');
    return { list: async () => policyRows(settings().policy) };
  }),
  dialect: later(async () => {
    const { createDialects } = await import('../commands/dialect/create.ts');
    return createDialects({ host, settings: beforehand, connection });
  }),
});
