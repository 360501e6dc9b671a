import type { Context } from '../cli/context.ts';
import type { System } from '../cli/system.ts';
import { FIRST_PROFILE } from '../config/load-settings.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';
import type { Secrets } from '../service/secrets.ts';
import type { ServiceConnection } from '../service/service-client.ts';
import { lazyProxy } from './lazy-proxy.ts';

interface Parts {
  readonly host: System;
  readonly settings: () => ResolvedSettings;
  /** The same for what is about to make the profile that was named. */
  readonly beforehand: () => ResolvedSettings;
  readonly secrets: Secrets;
  readonly connection: () => Promise<ServiceConnection>;
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
  access: lazyProxy(async () => {
    const { createAccess } = await import('../commands/auth/auth.ts');
    return createAccess({ host, settings: beforehand, secrets, connection });
  }),
  profiles: lazyProxy(async () => {
    const { createProfiles } = await import('../commands/profile/profiles.ts');
    return createProfiles(host, () => beforehand().profile ?? FIRST_PROFILE);
  }),
  settings: lazyProxy(async () => {
    const { createSettings } = await import('../commands/profile/profiles.ts');
    return createSettings(host, settings);
  }),
  policy: lazyProxy(async () => {
    const { policyRows } = await import('../config/policy.ts');
    return { list: async () => policyRows(settings().policy) };
  }),
  dialect: lazyProxy(async () => {
    const { createDialects } = await import('../commands/dialect/create.ts');
    return createDialects({ host, settings: beforehand, connection });
  }),
});
