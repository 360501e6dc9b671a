import type { Context } from '../cli/context.ts';
import type { Host } from '../cli/host.ts';
import type { Resolved } from '../config/resolve.ts';
import type { Connection } from './connect.ts';
import { later } from './later.ts';
import type { Secrets } from './secrets.ts';
import { FIRST_PROFILE } from './settings.ts';

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
    const { createAccess } = await import('./access.ts');
    return createAccess({ host, settings: beforehand, secrets, connection });
  }),
  profiles: later(async () => {
    const { createProfiles } = await import('./profiles.ts');
    return createProfiles(host, () => beforehand().profile ?? FIRST_PROFILE);
  }),
  settings: later(async () => {
    const { createSettings } = await import('./profiles.ts');
    return createSettings(host, settings);
  }),
  policy: later(async () => {
    const { policyRows } = await import('../config/policy.ts');
    return { list: async () => policyRows(settings().policy) };
  }),
  dialect: later(async () => {
    const { createDialects } = await import('./dialect/create.ts');
    return createDialects({ host, settings: beforehand, connection });
  }),
});
