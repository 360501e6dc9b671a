import { checkToken, readCredential, saveCredential } from './credentials.ts';
import { ConfigError } from './errors.ts';
import type { Environment, Folders } from './folders.ts';
import { readPrivate } from './private-file.ts';

/** The sources that a token is searched in. */
export interface TokenOptions {
  /** The content of `--token-file`, already read because `-` is stdin. */
  readonly fromFile: string | undefined;
  readonly profile: string | undefined;
  /** The origin that the token will be sent to. */
  readonly origin: string;
  /** True if a token in the environment is for this origin; a token for another origin is not used. */
  readonly takesEnvironment: boolean;
  readonly tokenCommand: readonly string[] | undefined;
}

/** A token and its source. `expiresAt` is ISO 8601, `null` if unknown. */
export interface ResolvedToken {
  readonly source: 'env' | 'file' | 'profile' | 'tokenCommand' | 'none';
  readonly token: string | undefined;
  readonly expiresAt: string | null;
  readonly user: string | null;
}

/**
 * Finds the token to send: from `--token-file`, the environment if it is for this origin, the one stored for this
 * origin, or the profile's token command, in this order.
 *
 * @throws {ConfigError} If a token is invalid, or a file or the command fails.
 */
export async function findToken(
  options: TokenOptions,
  environment: Environment,
  folders: Folders,
): Promise<ResolvedToken> {
  const { env } = environment;
  if (options.fromFile !== undefined) return tokenFrom('file', options.fromFile);
  const variable = options.takesEnvironment ? tokenVariable(env) : undefined;
  if (variable === 'REMIT_TOKEN') return tokenFrom('env', env[variable] ?? '');
  if (variable === 'REMIT_TOKEN_FILE') return tokenFrom('file', textOf(env[variable] ?? ''));
  const stored = storedFor(options, folders);
  if (stored && !(isExpired(stored.expiresAt) && options.tokenCommand)) {
    return { ...stored, source: 'profile', token: checkToken(stored.token) };
  }
  const renewed = await renewToken(options, environment, folders);
  return renewed === undefined ? noToken : { ...noToken, source: 'tokenCommand', token: renewed };
}

/** Returns the environment variable that provides a token or a token file; `undefined` if neither is set. */
export const tokenVariable = (env: Environment['env']) =>
  (['REMIT_TOKEN', 'REMIT_TOKEN_FILE'] as const).find((name) => env[name]);

/**
 * Runs the profile's token command and stores its token. Resolves to `undefined` if the profile has no token command.
 *
 * @throws {ConfigError} If the command fails.
 */
export async function renewToken(
  { tokenCommand, profile, origin }: TokenOptions,
  environment: Environment,
  folders: Folders,
): Promise<string | undefined> {
  if (tokenCommand === undefined) return undefined;
  const { runTokenCommand } = await import('./token-command.ts');
  const token = checkToken(await runTokenCommand(tokenCommand, profile ?? '', environment.env));
  if (profile !== undefined) await storeToken(folders, profile, origin, token);
  return token;
}

const noToken: ResolvedToken = { source: 'none', token: undefined, expiresAt: null, user: null };

const tokenFrom = (source: ResolvedToken['source'], text: string): ResolvedToken => ({
  ...noToken,
  source,
  token: checkToken(text),
});

function textOf(path: string): string {
  const text = readPrivate(path);
  if (text !== undefined) return text;
  throw new ConfigError(`${path} (REMIT_TOKEN_FILE) does not exist.`);
}

const storedFor = ({ profile, origin }: TokenOptions, folders: Folders) =>
  profile === undefined ? undefined : readCredential(folders, profile, origin);

/** Reports whether a token is known to be expired. */
export const isExpired = (expiresAt: string | null) =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** Stores a token. Errors are ignored: the stored token only saves the next run from calling the command. */
async function storeToken(
  folders: Folders,
  profile: string,
  origin: string,
  token: string,
): Promise<void> {
  try {
    await saveCredential(folders, profile, { origin, token, expiresAt: null, user: null });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  }
}
