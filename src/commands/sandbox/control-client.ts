/** The client of the control API of a running sandbox. */

import type { Context } from '../../cli/context.ts';
import { SandboxNotRunningError } from '../../cli/errors.ts';
import {
  type ControlInput,
  type ControlOperation,
  type ControlOutput,
  controls,
} from '../../contract/control.ts';
import { type Client, createClient } from '../../http/client.ts';
import { UnreachableError } from '../../http/errors.ts';
import { parseJsonBody } from '../../http/response/read-response-body.ts';
import { errorFromResponse } from '../../http/response/response-error.ts';
import { createTransport } from '../../http/transport/transport.ts';
import type { TransportOptions } from '../../http/transport/transport-options.ts';
import { readServerInfo, type ServerInfo } from '../../sandbox/server/pid-file.ts';
import { runningFolderOf } from './data-dir.ts';

/** Calls a control with `{ params, query, body }`, each only if the control has it. */
export type ControlCall = <Op extends ControlOperation>(
  operation: Op,
  input: ControlInput<Op>,
) => Promise<ControlOutput<Op>>;

/** The client of a running sandbox's controls. */
export interface ControlClient {
  readonly serving: ServerInfo;
  readonly dataDir: string;
  /**
   * Calls a control and returns the parsed response.
   *
   * @throws {ApiError} if the sandbox refuses.
   * @throws {UnexpectedResponseError} if the response is not readable.
   * @throws {UnreachableError} if the sandbox is gone.
   */
  readonly call: ControlCall;
  /**
   * Calls a control that lets time pass: the response comes when everything due has happened, however much that is.
   * `--timeout` applies.
   */
  readonly wait: ControlCall;
}

/** Timeout that is long enough for one day of a large sandbox. */
const LONG_MS = 2 * 3_600_000;

/**
 * Returns the controls of the sandbox that runs on the data folder.
 *
 * @throws {SandboxNotRunningError} if none does.
 */
export async function controlOf(
  context: Context,
  data: string | undefined,
): Promise<ControlClient> {
  const dataDir = runningFolderOf(context, data);
  const serving = await servingNow(dataDir, context);
  if (serving) {
    const wait: ControlCall = async (operation, input) =>
      withRedactedSecrets(serving, context, await waitOptionsOf(context))(operation, input);
    return { serving, dataDir, call: withRedactedSecrets(serving, context, {}), wait };
  }
  throw new SandboxNotRunningError(`No sandbox is running on ${dataDir}.`);
}

type WaitOptions = Pick<TransportOptions, 'timeoutMs' | 'signal'>;

async function waitOptionsOf({ settings, system }: Context): Promise<WaitOptions> {
  const { timeoutSeconds } = settings();
  const timeoutMs = timeoutSeconds === undefined ? LONG_MS : timeoutSeconds * 1000;
  return { timeoutMs, signal: system.interrupted };
}

/** Returns the call, with the control token and secrets of requests remembered: an error may repeat them. */
function withRedactedSecrets(
  serving: ServerInfo,
  { secrets }: Context,
  waitOptions: WaitOptions,
): ControlCall {
  secrets.add(serving.controlToken);
  const call = caller(serving, waitOptions);
  return (operation, input) => {
    secrets.addFrom(input);
    return call(operation, input);
  };
}

/**
 * Returns the server that runs on a folder, or `undefined`. A file left behind by a killed server doesn't count; a
 * server that is too busy to answer does.
 */
export async function servingNow(
  dataDir: string,
  { system }: Context,
): Promise<ServerInfo | undefined> {
  const serving = readServerInfo(dataDir);
  if (!serving || !system.isAlive(serving.pid)) return undefined;
  try {
    await caller(serving)(controls.readClock, {});
    return serving;
  } catch (error) {
    return error instanceof UnreachableError && error.sent ? serving : undefined;
  }
}

/** Returns a client of the API of a running sandbox: with it, money moves in the sandbox only. */
export const apiClientOf = (
  { baseUrl }: Pick<ServerInfo, 'baseUrl'>,
  token: string,
  signal?: AbortSignal,
): Client => createClient({ send: createTransport({ base: new URL(baseUrl), signal }), token });

/** Returns a function that calls the controls of a server. */
export function caller(
  { baseUrl, controlToken }: Pick<ServerInfo, 'baseUrl' | 'controlToken'>,
  waitOptions: WaitOptions = {},
): ControlCall {
  const client = createClient({
    send: createTransport({ base: new URL(baseUrl), ...waitOptions }),
    token: controlToken,
  });
  const call = async (operation: ControlOperation, { params, query, body }: AnyInput) => {
    const { method } = operation;
    const path = `${pathOf(operation, params)}${searchOf(query)}`;
    const request = { method, path, effect: 'set' as const };
    const answer = await client
      .raw({ ...request, ...(body !== undefined && { body: JSON.stringify(body) }) })
      .catch((error: unknown) => {
        throw method === 'POST' ? whenLost(error) : error;
      });
    const failure = errorFromResponse(answer);
    if (failure) throw failure;
    return parseJsonBody(answer.text, answer);
  };
  // The sandbox is this program: it implements the same table.
  return call as ControlCall;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** Returns the path of a control with its placeholders filled in. */
const pathOf = ({ path }: ControlOperation, params: AnyInput['params'] = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Converts the error of a lost response: a repeated call could let the time pass twice. */
function whenLost(error: unknown): unknown {
  if (!(error instanceof UnreachableError) || !error.sent || error.interrupted) return error;
  const { message, reason } = error;
  return new UnreachableError(
    `${message} The sandbox may have applied the request, or may still be processing it.`,
    {
      sent: true,
      reason,
      next: ['check the result before you repeat it: remit sandbox clock show, remit sandbox open'],
      cause: error,
    },
  );
}

/** Returns the query string of filters, with `?`; `''` if none is given. */
function searchOf(filters: AnyInput['query'] = {}): string {
  const given = Object.entries(filters).filter((it): it is [string, string] => it[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
