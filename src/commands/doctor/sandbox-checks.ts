import type { Look } from './check-context.ts';
import { type Finding, ok, skipped, warning } from './check-result.ts';

/** Whether a sandbox runs here; it matters where the profile in use is meant for one. */
export const lookAtSandbox: Look = async ({
  host,
  remit,
  settings,
}): Promise<readonly Finding[]> => {
  const env = { ...host.env, REMIT_OUTPUT: undefined, REMIT_PROFILE: undefined };
  const { exitCode, stdout } = await remit(['sandbox', 'status', '--json'], { env });
  if (exitCode === 0) return [ok('sandbox', describe(JSON.parse(stdout)))];
  if (exitCode !== 9) return [skipped('sandbox', 'not in this program')];
  if (!isMeant(settings)) return [ok('sandbox', 'none runs')];
  return [warning('sandbox', 'none runs, and the profile is for one', 'remit sandbox start')];
};

const describe = ({ baseUrl, pid, now }: Readonly<Record<string, unknown>>) =>
  `runs at ${baseUrl} (process ${pid}); its time is ${now}`;

function isMeant(settings: Parameters<Look>[0]['settings']): boolean {
  try {
    return settings().profile === 'sandbox';
  } catch {
    return false;
  }
}
