import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { baseOf } from '../../service/service-client.ts';
import { type CheckResult, type DoctorCheck, errorResult, okResult } from './check-result.ts';

/** Checks the profile in use, the source of every setting, and the base URL. */
export const checkProfile: DoctorCheck = ({ settings, system }) => {
  const now = settings();
  const origin = system.env['REMIT_PROFILE'] === now.profile ? ' (REMIT_PROFILE)' : '';
  const profile = now.profile === undefined ? 'no profile' : `${now.profile}${origin}`;
  return [okResult('profile', profile), okResult('settings', describe(now)), address(now)];
};

function address(now: ResolvedSettings): CheckResult {
  try {
    return okResult('address', `${baseOf(now).href.replace(/\/$/, '')}`);
  } catch (error) {
    return errorResult('address', error);
  }
}

/**
 * Describes the settings: `business biz_1 (profile), timeout 30 (config)`. Of a token command only the program is
 * shown.
 */
function describe(now: ResolvedSettings): string {
  const values: Readonly<Record<string, unknown>> = {
    ...now,
    ...Object.fromEntries(
      Object.entries(now.policy).map(([key, value]) => [`policy.${key}`, value]),
    ),
    baseUrl: now.baseUrl?.replace(/\/\/[^/@]*@/, '//***@'),
    timeout: now.timeoutSeconds,
    tokenCommand: now.tokenCommand?.[0],
  };
  const set = Object.entries(now.sources)
    .filter(([key]) => values[key] !== undefined)
    .map(([key, source]) => `${key} ${String(values[key])} (${source})`);
  return set.length === 0 ? 'all defaults' : set.join(', ');
}
