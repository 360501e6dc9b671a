import { parseBaseUrl } from '../../api/client/base-url.ts';
import { InvalidBaseUrlError } from '../../api/client/errors.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { option, toggle } from '../../cli/flags/flag.ts';
import { email, file } from '../../cli/flags/value-parsers.ts';
import { isExpired } from '../../config/token-source.ts';
import { NotSignedInError } from '../../errors/errors.ts';
import { UsageError } from '../../money/errors.ts';
import { columns, recordOf, text } from '../../render/view.ts';
import { signIn, signOut } from './sign-in.ts';

const login = command({
  name: 'login',
  summary: 'Sign in and store a token in the profile',
  about: [
    'Prompts for a token (hidden); --with-token reads it from standard input; --email signs in with a password.',
    'The token is stored for the origin of the base URL and sent to no other.',
  ].join('\n'),
  flags: {
    withToken: toggle('--with-token', 'read the token from standard input'),
    email: option('--email <email>', 'email address to sign in with, and a password', email),
    passwordFile: option('--password-file <file|->', 'file containing the password', file),
  },
  asks: true,
  view: text,
  examples: [
    'remit auth login --base-url https://api.example.com',
    'remit auth login --with-token --base-url https://api.example.com < token.txt',
  ],

  async run({ context, flags }) {
    if (flags.withToken && flags.email !== undefined) {
      throw new UsageError('Use --with-token or --email, not both.');
    }
    if (flags.passwordFile !== undefined && flags.email === undefined) {
      throw new UsageError('--password-file requires --email.');
    }
    const baseUrl =
      context.settings({ mayBeNew: true }).baseUrl ??
      (await context.prompt.line(
        { label: 'Base URL of the service', flag: '--base-url' },
        baseUrlProblem,
      ));
    const { profile, origin, user } = await signIn(context, baseUrl, async () =>
      flags.email === undefined
        ? { token: await tokenFrom(context, flags.withToken, baseUrl) }
        : { email: flags.email, password: await passwordFrom(context, flags.passwordFile) },
    );
    return `Signed in to ${origin}${user === null ? '' : ` as ${user}`} (profile ${profile}).`;
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

const logout = command({
  name: 'logout',
  summary: 'Sign out: remove the token of the profile',
  view: text,
  examples: ['remit auth logout', 'remit auth logout --profile sandbox'],

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
  examples: ['remit auth status', 'remit auth status --json --query signedIn'],

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
  examples: ['remit auth token', 'remit auth token --json --query token'],

  async run({ context }) {
    const { token } = (await context.connection()).token;
    if (token === undefined) throw new NotSignedInError('No token found.');
    return { token };
  },
});

export const commands = [login, logout, status, token];
