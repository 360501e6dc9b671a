import { checkToken, readCredential } from '../../config/credentials.ts';
import { readPrivate } from '../../config/private-file.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { baseOf, unusedToken } from '../../service/service-client.ts';
import {
  type CheckResult,
  type DoctorCheck,
  type DoctorContext,
  errorResult,
  failedResult,
  okResult,
  skippedResult,
  warningResult,
} from './check-result.ts';

/** Checks which token would be sent, and shows its source but never the token. A token command is not run. */
export const checkTokenSource: DoctorCheck = (context) => {
  const now = context.settings();
  if (now.baseUrl === undefined)
    return [skippedResult('token', 'no base URL is configured for it')];
  const { origin } = baseOf(now);
  const unused = unusedToken(origin, now, context.host.env);
  const given = givenBy(context, unused === undefined);
  if (given !== undefined) return [overruling(given, now, origin, context)];
  const found = kept(now, origin, context);
  return [unused === undefined ? found : { ...found, detail: `${found.detail}. ${unused}` }];
};

interface Given {
  readonly from: string;
  readonly text: string | undefined;
}

/** Returns the token that a flag or the environment gives for this base URL. */
function givenBy(
  { host: { env }, globalFlags }: DoctorContext,
  isForHere: boolean,
): Given | undefined {
  if (globalFlags.tokenFile !== undefined) return fromFile('--token-file', globalFlags.tokenFile);
  if (!isForHere) return undefined;
  if (env['REMIT_TOKEN']) return { from: 'REMIT_TOKEN', text: env['REMIT_TOKEN'] };
  const file = env['REMIT_TOKEN_FILE'];
  return file ? fromFile('REMIT_TOKEN_FILE', file) : undefined;
}

const fromFile = (name: string, path: string): Given => ({
  from: `${name} ${path}`,
  text: path === '-' ? '' : readPrivate(path),
});

function overruling(
  { from, text }: Given,
  now: ResolvedSettings,
  origin: string,
  { folders }: DoctorContext,
): CheckResult {
  if (text === undefined) return failedResult('token', `${from}: no such file`, `unset it`);
  try {
    if (text !== '') checkToken(text);
  } catch (error) {
    return errorResult('token', error);
  }
  const stored = now.profile && readCredential(folders, now.profile, origin);
  if (!stored) return okResult('token', `from ${from}, sent to ${origin}`);
  return warningResult(
    'token',
    `${from} hides the token that profile ${now.profile} has for ${origin}`,
    `unset ${from.split(' ', 1)[0]}`,
  );
}

function kept(
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
  const who = stored.user === null ? '' : `, of ${stored.user}`;
  const until = stored.expiresAt === null ? '' : `, until ${stored.expiresAt}`;
  const detail = `of profile ${profile}, for ${origin}${who}${until}`;
  const isOver = stored.expiresAt !== null && Date.parse(stored.expiresAt) <= Date.now();
  if (!isOver) return okResult('token', detail);
  return tokenCommand
    ? okResult('token', `${detail}: expired, and renewed by ${tokenCommand[0]}`)
    : failedResult('token', `${detail}: expired`, login, 'signedOut');
}
