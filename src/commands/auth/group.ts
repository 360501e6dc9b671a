import { parseBaseUrl } from '../../api/client/base-url.ts';
import { InvalidBaseUrlError } from '../../api/client/errors.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { type FlagValues, option, toggle } from '../../cli/flags/flag.ts';
import { email, file } from '../../cli/flags/value-parsers.ts';
import { isExpired } from '../../config/token-source.ts';
import { NotSignedInError } from '../../errors/errors.ts';
import { UsageError } from '../../money/errors.ts';
import { sanitize } from '../../render/sanitize.ts';
import { columns, recordOf, text } from '../../render/view.ts';
import { isStillAccepted, type Proof, signIn, signOut } from './sign-in.ts';

const signInFlags = {
  withToken: toggle('--with-token', 'read the token from standard input'),
  email: option('--email <email>', 'email address to sign in with, and a password', email),
  passwordFile: option('--password-file <file|->', 'file containing the password', file),
};

function assertOneWay(flags: FlagValues<typeof signInFlags>): void {
  if (flags.withToken && flags.email !== undefined) {
    throw new UsageError('Use --with-token or --email, not both.');
  }
  if (flags.passwordFile !== undefined && flags.email === undefined) {
    throw new UsageError('--password-file requires --email.');
  }
}

/** Reads the token, or the password of the email address. */
const proofFrom = async (
  context: Context,
  flags: FlagValues<typeof signInFlags>,
  baseUrl: string | undefined,
): Promise<Proof> =>
  flags.email === undefined
    ? { token: await tokenFrom(context, flags.withToken, baseUrl) }
    : { email: flags.email, password: await passwordFrom(context, flags.passwordFile) };

const login = command({
  name: 'login',
  summary: 'Sign in and store a token in the profile',
  about: [
    'Prompts for a token (hidden); --with-token reads it from standard input; --email signs in with a password.',
    'The token is stored for the origin of the base URL and sent to no other.',
  ].join('\n'),
  flags: signInFlags,
  asks: true,
  sends: true,
  view: text,
  examples: {
    'Paste a token at the prompt': 'remit auth login --base-url https://api.example.com',
    'Read the token from a file':
      'remit auth login --with-token --base-url https://api.example.com < token.txt',
  },

  async run({ context, flags }) {
    assertOneWay(flags);
    const baseUrl =
      context.settings({ mayBeNew: true }).baseUrl ??
      (await context.prompt.line(
        { label: 'Base URL of the service', flag: '--base-url' },
        baseUrlProblem,
      ));
    const { profile, origin, user } = await signIn(context, baseUrl, () =>
      proofFrom(context, flags, baseUrl),
    );
    return `Signed in to ${origin}${user === null ? '' : ` as ${sanitize(user)}`} (profile ${profile}).`;
  },
});

function baseUrlProblem(line: string): string | undefined {
  try {
    parseBaseUrl(line);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidBaseUrlError) return error.message;
    throw error;
  }
}

/** Reads the token from stdin, or prompts for it. */
// The prompt names the base URL that the token is for, before it is typed.
const tokenFrom = (context: Context, fromStdin: boolean, baseUrl: string | undefined) =>
  fromStdin
    ? context.files.readSecret('-')
    : context.prompt.secret({
        label: `Token for ${baseUrl ?? 'the service'} (hidden)`,
        flag: '--with-token and the token on standard input',
      });

const passwordFrom = (context: Context, path: string | undefined) =>
  path === undefined
    ? context.prompt.secret({ label: 'Password (hidden)', flag: '--password-file <file|->' })
    : context.files.readSecret(path);

const rotate = command({
  name: 'rotate',
  summary: 'Replace the token of the profile by a new one',
  about: [
    'Signs in again, stores the new token, and checks whether the service still accepts the old one. Prompts for a token (hidden); --with-token reads it from standard input; --email signs in with a password.',
    'The API has no operation that ends a token: one that is still accepted is revoked in the service, or ends by itself.',
  ].join('\n'),
  flags: signInFlags,
  asks: true,
  sends: true,
  view: text,
  examples: {
    'Paste the new token at the prompt': 'remit auth rotate',
    'Read the new token from a file': 'remit auth rotate --with-token < token.txt',
  },

  async run({ context, flags }) {
    assertOneWay(flags);
    const { token: old, source, expiresAt } = (await context.connection()).token;
    if (old === undefined || source !== 'profile') throw notStoredError(source);
    const { baseUrl } = context.settings();
    const { profile, origin, user } = await signIn(context, baseUrl, async () => {
      const proof = await proofFrom(context, flags, baseUrl);
      if ('token' in proof && proof.token === old) throw new UsageError('This is the old token.');
      return proof;
    });
    const stored = `Stored a new token for ${origin}${user === null ? '' : ` of ${sanitize(user)}`} (profile ${profile}).`;
    return `${stored}\n${fateOf(await isStillAccepted(context, old), expiresAt)}`;
  },
});

/** Says what became of the old token. */
function fateOf(isAccepted: boolean | undefined, expiresAt: string | null): string {
  if (isAccepted === false) return 'The service no longer accepts the old one.';
  const until = expiresAt === null ? 'until it is revoked there' : `until ${sanitize(expiresAt)}`;
  return isAccepted
    ? `The service still accepts the old one, ${until}: the API has no operation that ends it.`
    : 'Whether the service still accepts the old one could not be checked.';
}

const notStoredError = (source: string) =>
  new UsageError(`The token is not stored in the profile (source: ${source}): replace it there.`, {
    next: ['remit auth status'],
  });

const logout = command({
  name: 'logout',
  summary: 'Sign out: remove the token of the profile',
  view: text,
  examples: {
    'Sign out of the current profile': 'remit auth logout',
    'Sign out of another profile': 'remit auth logout --profile sandbox',
  },

  async run({ context }) {
    const { profile, forgotten } = await signOut(context);
    return forgotten
      ? `Signed out (profile ${profile}).`
      : `There was no token to remove (profile ${profile}).`;
  },
});

export const status = command({
  name: 'status',
  summary: 'Show the service and the token that would be used; sends nothing',
  about:
    'Exits with 4 if there is no token, or one that is known to be expired. Whether the service accepts it: remit whoami.',
  extraExits: ['signedOut'],
  view: recordOf(
    columns('profile', 'baseUrl', 'signedIn:boolean', 'source', 'user', 'expiresAt:time'),
  ),
  examples: {
    'Show the service and the token': 'remit auth status',
    'Print true or false': 'remit auth status --json --query signedIn',
  },

  async run({ context }) {
    const identity = await context.identity();
    const { baseUrl, expiresAt } = identity;
    if (isExpired(expiresAt)) {
      throw new NotSignedInError(`The token for ${baseUrl} expired on ${expiresAt}.`);
    }
    return { ...identity, signedIn: true };
  },
});

const token = command({
  name: 'token',
  summary: 'Print the token that would be sent',
  about: 'The token is a secret: do not share or log it.',
  extraExits: ['signedOut'],
  printsSecret: true,
  view: recordOf(columns('token')),
  examples: {
    'Print the token': 'remit auth token',
    'Print it as JSON': 'remit auth token --json --query token',
  },

  async run({ context }) {
    const { token } = (await context.connection()).token;
    if (token === undefined) throw new NotSignedInError('No token found.');
    return { token };
  },
});

export const commands = [login, rotate, logout, status, token];
