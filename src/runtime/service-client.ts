/** The connection to the service: base URL, token, dialect and middleware. */

import { parseBaseUrl } from '../api/client/base-url.ts';
import { type Client, createClient } from '../api/client/client.ts';
import type { DialectMapper } from '../api/client/dialect/dialect-mapper.ts';
import { withRetries } from '../api/client/middleware/retry.ts';
import { withTokenRefresh } from '../api/client/middleware/token-refresh.ts';
import type { TransportOptions } from '../api/client/transport/transport-options.ts';
import { readCredential } from '../config/credentials.ts';
import type { StoredDialect } from '../config/dialect-files.ts';
import { ConfigError } from '../config/errors.ts';
import { foldersOf } from '../config/folders.ts';
import { readPrivate } from '../config/private-file.ts';
import type { ProcessFacts } from '../config/process-facts.ts';
import { type ResolvedSettings, sameOrigin } from '../config/resolve-settings.ts';
import {
  findToken,
  type ResolvedToken,
  renewToken,
  tokenVariable,
} from '../config/token-source.ts';
import { NotSignedInError } from '../errors/errors.ts';
import { sanitize } from '../render/sanitize.ts';
import { VERSION } from '../version.ts';
import { createServiceTransport, type TransportSettings } from './create-transport.ts';
import { mapperOf, storedDialectOf } from './load-dialect.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/** The connection to the service: its base URL, an authenticated client, the token with its source, and the dialect. */
export interface ServiceConnection {
  readonly base: URL;
  readonly client: Client;
  readonly token: ResolvedToken;
  /** The dialect as it was read, for the policy to judge, and its mapper; `undefined` without one. */
  readonly dialect: StoredDialect | undefined;
  readonly dialectMapper: DialectMapper | undefined;
}

/** The process, settings and options that a connection is made from. */
export interface ServiceClientDeps {
  readonly facts: ProcessFacts;
  readonly settings: ResolvedSettings;
  readonly secrets: Secrets;
  /** Headers that every request has (`-H`). */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Returns the token that the caller read from a file; `undefined` without one. */
  readonly tokenFromFile: () => Promise<string | undefined>;
  /** Gives the terminal to a program that prints a token, and may prompt for a password. */
  readonly lendTerminal: Lend;
  /** Prints requests and responses; `undefined` unless it was asked for. */
  readonly trace: { readonly write: (text: string) => void; readonly bodies: boolean } | undefined;
  readonly notice: (line: string) => void;
  /** Sends requests instead of the transport to the network. */
  readonly fetch?: typeof fetch | undefined;
  /** True to send requests as they are specified, whatever dialect the settings name. */
  readonly ignoresDialect?: boolean | undefined;
}

/** Runs work that may read the terminal. */
type Lend = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Connects to the service with the token for it.
 *
 * @throws {ConfigError} without a base URL.
 * @throws {InvalidBaseUrlError} for a base URL that cannot be used.
 * @throws {NotSignedInError} without a token.
 */
export async function connectService(line: ServiceClientDeps): Promise<ServiceConnection> {
  const { facts, headers, settings, secrets } = line;
  const base = baseOf(settings);
  const folders = foldersOf(facts);
  const dialect = storedDialectOf(settings, folders);
  const dialectMapper = line.ignoresDialect ? undefined : await mapperOf(dialect);
  const tokenOptions = {
    fromFile: await line.tokenFromFile(),
    profile: settings.profile,
    origin: base.origin,
    takesEnvironment: sameOrigin(settings.tokenFor?.baseUrl, base.origin),
    tokenCommand: settings.tokenCommand,
  };
  const withTerminal: Lend = settings.tokenCommand ? line.lendTerminal : (work) => work();
  const token = await withTerminal(() => findToken(tokenOptions, facts, folders));
  if (token.token === undefined) {
    throw signedOut(base.origin, settings, facts);
  }
  secrets.add(token.token);
  for (const [name, value] of headers) if (identifies.test(name)) secrets.add(value);
  warnOfHidden(token, base.origin, line);
  const renewable = token.source === 'profile' || token.source === 'tokenCommand';
  const retryPolicy = { retries: settings.retries, pause, random: Math.random };
  if (headers.length > 0) {
    const { assertHeaders } = await import('../money/sending/assert-headers.ts');
    assertHeaders(headers, { isWrite: false });
  }
  const send = withTokenRefresh(withRetries(await sendOf(line, base), retryPolicy), async () => {
    const renewed = renewable
      ? await withTerminal(() => renewToken(tokenOptions, facts, folders))
      : undefined;
    return renewed === undefined ? undefined : secrets.add(renewed);
  });
  const client = createClient({
    send,
    token: token.token,
    headers: Object.fromEntries(headers),
    dialectMapper,
  });
  return { base, client, token, dialect, dialectMapper };
}

function signedOut(
  origin: string,
  settings: ResolvedSettings,
  { env }: ProcessFacts,
): NotSignedInError {
  const message = `Not signed in to ${origin}: no token.`;
  const unused = unusedToken(origin, settings, env);
  if (unused === undefined) return new NotSignedInError(message);
  return new NotSignedInError(`${message} ${unused}`, [
    `remit auth login${settings.profile === undefined ? '' : ` --profile ${settings.profile}`}`,
    `or set REMIT_BASE_URL=${origin}, if the token is for that service`,
  ]);
}

/**
 * Returns the reason why the token in the environment is not sent to an origin; `undefined` if it is sent, or there is
 * no such token.
 */
export function unusedToken(
  origin: string,
  { tokenFor }: Pick<ResolvedSettings, 'tokenFor'>,
  env: ProcessFacts['env'],
): string | undefined {
  const variable = tokenVariable(env);
  if (variable === undefined || sameOrigin(tokenFor?.baseUrl, origin)) return undefined;
  const owner = tokenFor && URL.canParse(tokenFor.baseUrl) ? new URL(tokenFor.baseUrl).origin : '';
  const hint = tokenFor && `it is for ${owner || 'another base URL'} (${tokenFor.source})`;
  return `${variable} was not used: ${hint ?? 'no base URL is configured for it'}.`;
}

/** Matches names of headers that identify the caller, which some services need in addition to the token. */
const identifies = /auth|cookie|key|secret|token/i;

/** Prints a notice if REMIT_TOKEN hides the login of the profile: a forgotten variable is hard to notice. */
function warnOfHidden(
  { source, token }: ResolvedToken,
  origin: string,
  line: ServiceClientDeps,
): void {
  const { settings, facts, notice } = line;
  if (source !== 'env' || settings.profile === undefined) return;
  const stored = readCredential(foldersOf(facts), settings.profile, origin);
  if (stored === undefined || stored.token === token) return;
  notice(`REMIT_TOKEN is used instead of the login of profile ${settings.profile}.`);
}

/**
 * Returns the base URL of the service.
 *
 * @throws {ConfigError} if no base URL is set.
 * @throws {InvalidBaseUrlError} for one that cannot be used.
 */
export function baseOf({ baseUrl }: ResolvedSettings): URL {
  if (baseUrl !== undefined) return parseBaseUrl(baseUrl);
  throw new ConfigError('No service URL configured.', [
    'remit sandbox start       for a service on this machine',
    'remit auth login --base-url <url>',
    'or set REMIT_BASE_URL',
  ]);
}

/** Returns the transport options for a base URL from the settings, with the signals of the system. */
export const transportSettingsFor = (
  base: URL,
  settings: ResolvedSettings,
  { interrupted, killed }: Pick<ProcessFacts, 'interrupted' | 'killed'>,
): TransportSettings => ({
  base,
  ca: settings.caFile === undefined ? undefined : authority(settings.caFile),
  userAgent: `remit/${VERSION}`,
  timeoutMs: settings.timeoutSeconds === undefined ? undefined : settings.timeoutSeconds * 1000,
  interrupted,
  killed,
});

async function sendOf(
  { facts, settings, secrets, trace, fetch: given }: ServiceClientDeps,
  base: URL,
) {
  const send = createServiceTransport(
    transportSettingsFor(base, settings, facts),
    facts.env,
    given && (await transportOver(given)),
  );
  if (!trace) return send;
  const { withTrace } = await import('../api/client/middleware/trace.ts');
  return withTrace(send, (text) => trace.write(`${sanitize(text)}\n`), {
    mask: secrets.mask,
    maskAnswer,
    bodies: trace.bodies,
  });
}

async function transportOver(given: typeof fetch) {
  const { createFetchTransport } = await import('../api/client/transport/fetch-transport.ts');
  return (options: TransportOptions) => createFetchTransport(given, options);
}

/** Redacts the links and tokens that a service creates: they belong in the result and not in a log. */
function maskAnswer(text: string): string {
  const localSecrets = createSecrets();
  localSecrets.addFrom(jsonIn(text));
  return localSecrets.mask(text);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function authority(path: string): string {
  const text = readPrivate(path);
  if (text?.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new ConfigError(`${path} contains no PEM certificate.`);
}

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));
