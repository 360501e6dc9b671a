import { checkToken, readCredential } from '../../config/credentials.ts';
import { readPrivate } from '../../config/private-file.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { baseOf, unusedToken } from '../../runtime/service-client.ts';
import {
  type CheckResult,
  type DoctorCheck,
  type DoctorContext,
  errorResult,
  failedResult,
  okResult,
  resultOf,
  skippedResult,
  warningResult,
} from './check-result.ts';

/** Checks the profile in use, the source of every setting, and the base URL. */
export const checkProfile: DoctorCheck = ({ settings, system }) => {
  const now = settings();
  const origin = system.env['REMIT_PROFILE'] === now.profile ? ' (REMIT_PROFILE)' : '';
  const profile = now.profile === undefined ? 'no profile' : `${now.profile}${origin}`;
  const address = () => okResult('address', baseOf(now).href.replace(/\/$/, ''));
  return [
    okResult('profile', profile),
    okResult('settings', describe(now)),
    resultOf('address', address),
  ];
};

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

/** Checks which token would be sent, and shows its source but never the token. A token command is not run. */
export const checkTokenSource: DoctorCheck = (context) => {
  const now = context.settings();
  if (now.baseUrl === undefined)
    return [skippedResult('token', 'no base URL is configured for it')];
  const { origin } = baseOf(now);
  const unused = unusedToken(origin, now, context.system.env);
  const usedToken = usedTokenOf(context, unused === undefined);
  if (usedToken !== undefined) return [overridingCheck(usedToken, now, origin, context)];
  const found = storedCheck(now, origin, context);
  return [unused === undefined ? found : { ...found, detail: `${found.detail}. ${unused}` }];
};

interface UsedToken {
  readonly source: string;
  readonly text: string | undefined;
}

/** Returns the token that a flag or the environment gives for this base URL. */
function usedTokenOf(
  { system: { env }, globalFlags }: DoctorContext,
  isForHere: boolean,
): UsedToken | undefined {
  if (globalFlags.tokenFile !== undefined) return fromFile('--token-file', globalFlags.tokenFile);
  if (!isForHere) return undefined;
  if (env['REMIT_TOKEN']) return { source: 'REMIT_TOKEN', text: env['REMIT_TOKEN'] };
  const file = env['REMIT_TOKEN_FILE'];
  return file ? fromFile('REMIT_TOKEN_FILE', file) : undefined;
}

const fromFile = (name: string, path: string): UsedToken => ({
  source: `${name} ${path}`,
  text: path === '-' ? '' : readPrivate(path),
});

function overridingCheck(
  { source, text }: UsedToken,
  now: ResolvedSettings,
  origin: string,
  { folders }: DoctorContext,
): CheckResult {
  if (text === undefined) return failedResult('token', `${source}: no such file`, `unset it`);
  try {
    if (text !== '') checkToken(text);
  } catch (error) {
    return errorResult('token', error);
  }
  const stored = now.profile && readCredential(folders, now.profile, origin);
  if (!stored) return okResult('token', `from ${source}, sent to ${origin}`);
  return warningResult(
    'token',
    `${source} hides the token that profile ${now.profile} has for ${origin}`,
    `unset ${source.split(' ', 1)[0]}`,
  );
}

function storedCheck(
  { profile, tokenCommand }: ResolvedSettings,
  origin: string,
  { folders }: DoctorContext,
): CheckResult {
  const stored = profile === undefined ? undefined : readCredential(folders, profile, origin);
  const login = `remit auth login${profile === undefined ? '' : ` --profile ${profile}`}`;
  if (!stored) {
    if (tokenCommand) return okResult('token', `asked of ${tokenCommand[0]}, for ${origin}`);
    return failedResult('token', `there is none for ${origin}`, login, 'signedOut');
  }
  const userText = stored.user === null ? '' : `, of ${stored.user}`;
  const expiryText = stored.expiresAt === null ? '' : `, until ${stored.expiresAt}`;
  const detail = `of profile ${profile}, for ${origin}${userText}${expiryText}`;
  const isOver = stored.expiresAt !== null && Date.parse(stored.expiresAt) <= Date.now();
  if (!isOver) return okResult('token', detail);
  return tokenCommand
    ? okResult('token', `${detail}: expired, and renewed by ${tokenCommand[0]}`)
    : failedResult('token', `${detail}: expired`, login, 'signedOut');
}
