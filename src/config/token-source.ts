import { checkToken, readCredential, saveCredential } from './credentials.ts';
import { ConfigError } from './errors.ts';
import type { Environment, Folders } from './folders.ts';
import { readPrivate } from './private-file.ts';

export interface TokenWishes {
  /** The text behind `--token-file`, read already because `-` is standard input. */
  readonly fromFile: string | undefined;
  readonly profile: string | undefined;
  /** The origin that the token will be sent to. */
  readonly origin: string;
  readonly tokenCommand: readonly string[] | undefined;
}

export interface Token {
  readonly source: 'env' | 'file' | 'profile' | 'tokenCommand' | 'none';
  readonly token: string | undefined;
  readonly expiresAt: string | null;
  readonly user: string | null;
}

/** The token to send: a file given, the environment, what was stored for this origin, what the profile's command prints. Throws `ConfigError`. */
export async function findToken(
  wishes: TokenWishes,
  environment: Environment,
  folders: Folders,
): Promise<Token> {
  const { env } = environment;
  if (wishes.fromFile !== undefined) return plain('file', wishes.fromFile);
  if (env['REMIT_TOKEN']) return plain('env', env['REMIT_TOKEN']);
  const file = env['REMIT_TOKEN_FILE'];
  if (file) return plain('file', textOf(file));
  const stored = storedFor(wishes, folders);
  if (stored && !(isExpired(stored.expiresAt) && wishes.tokenCommand)) {
    return { ...stored, source: 'profile', token: checkToken(stored.token) };
  }
  const fresh = await renewToken(wishes, environment, folders);
  return fresh === undefined ? nothing : { ...nothing, source: 'tokenCommand', token: fresh };
}

/** Runs the profile's token command and keeps what it prints. `undefined` without one. Throws `ConfigError` when it fails. */
export async function renewToken(
  { tokenCommand, profile, origin }: TokenWishes,
  environment: Environment,
  folders: Folders,
): Promise<string | undefined> {
  if (tokenCommand === undefined) return undefined;
  const { runTokenCommand } = await import('./token-command.ts');
  const token = checkToken(await runTokenCommand(tokenCommand, profile ?? '', environment.env));
  if (profile !== undefined) await keep(folders, profile, origin, token);
  return token;
}

const nothing: Token = { source: 'none', token: undefined, expiresAt: null, user: null };

const plain = (source: Token['source'], text: string): Token => ({
  ...nothing,
  source,
  token: checkToken(text),
});

function textOf(path: string): string {
  const text = readPrivate(path);
  if (text !== undefined) return text;
  throw new ConfigError(`${path} (REMIT_TOKEN_FILE) is not there.`);
}

const storedFor = ({ profile, origin }: TokenWishes, folders: Folders) =>
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
