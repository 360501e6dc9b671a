import { checkToken, readCredential, saveCredential } from './credentials.ts';
import { ConfigError } from './errors.ts';
import type { Environment, Folders } from './folders.ts';
import { readPrivate } from './private-file.ts';

export interface TokenOptions {
  /** The text behind `--token-file`, read already because `-` is standard input. */
  readonly fromFile: string | undefined;
  readonly profile: string | undefined;
  /** The origin that the token will be sent to. */
  readonly origin: string;
  /** Whether a token in the environment is for this origin; one that is for another is not sent here. */
  readonly takesEnvironment: boolean;
  readonly tokenCommand: readonly string[] | undefined;
}

export interface ResolvedToken {
  readonly source: 'env' | 'file' | 'profile' | 'tokenCommand' | 'none';
  readonly token: string | undefined;
  readonly expiresAt: string | null;
  readonly user: string | null;
}

/** The token to send: a file given, the environment where it is for this origin, what was stored for this origin, what the profile's command prints. Throws `ConfigError`. */
export async function findToken(
  wishes: TokenOptions,
  environment: Environment,
  folders: Folders,
): Promise<ResolvedToken> {
  const { env } = environment;
  if (wishes.fromFile !== undefined) return plain('file', wishes.fromFile);
  const variable = wishes.takesEnvironment ? tokenVariable(env) : undefined;
  if (variable === 'REMIT_TOKEN') return plain('env', env[variable] ?? '');
  if (variable === 'REMIT_TOKEN_FILE') return plain('file', textOf(env[variable] ?? ''));
  const stored = storedFor(wishes, folders);
  if (stored && !(isExpired(stored.expiresAt) && wishes.tokenCommand)) {
    return { ...stored, source: 'profile', token: checkToken(stored.token) };
  }
  const fresh = await renewToken(wishes, environment, folders);
  return fresh === undefined ? nothing : { ...nothing, source: 'tokenCommand', token: fresh };
}

/** The variable that gives a token, or a file of one, if any. */
export const tokenVariable = (env: Environment['env']) =>
  (['REMIT_TOKEN', 'REMIT_TOKEN_FILE'] as const).find((name) => env[name]);

/** Runs the profile's token command and keeps what it prints. `undefined` without one. Throws `ConfigError` when it fails. */
export async function renewToken(
  { tokenCommand, profile, origin }: TokenOptions,
  environment: Environment,
  folders: Folders,
): Promise<string | undefined> {
  if (tokenCommand === undefined) return undefined;
  const { runTokenCommand } = await import('./token-command.ts');
  const token = checkToken(await runTokenCommand(tokenCommand, profile ?? '', environment.env));
  if (profile !== undefined) await keep(folders, profile, origin, token);
  return token;
}

const nothing: ResolvedToken = { source: 'none', token: undefined, expiresAt: null, user: null };

const plain = (source: ResolvedToken['source'], text: string): ResolvedToken => ({
  ...nothing,
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

const isExpired = (expiresAt: string | null) =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** Keeping it only spares the next start from running the command: a folder that cannot be written must not stop this one. */
async function keep(
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
