/** The client of the control API of a running sandbox. */

import { type Client, createClient } from '../../api/client/client.ts';
import { type ControlCall, createControlCall } from '../../api/client/control-calls.ts';
import { UnreachableError } from '../../api/client/errors.ts';
import { createTransport } from '../../api/client/transport/transport.ts';
import type { TransportOptions } from '../../api/client/transport/transport-options.ts';
import { controls } from '../../api/controls/controls.ts';
import type { Context } from '../../cli/context.ts';
import { SandboxNotRunningError } from '../../money/errors.ts';
import { readServerInfo, type ServerInfo } from '../../sandbox/server/pid-file.ts';
import { runningFolderOf } from './data-dir.ts';

/** The client of a running sandbox's controls. */
export interface ControlClient {
  readonly serving: ServerInfo;
  readonly dataDir: string;
  /**
   * Calls a control and returns the parsed response. A control that lets time pass answers when everything due has
   * happened, however much that is. `--timeout` applies to it.
   *
   * @throws {ApiError} if the sandbox refuses.
   * @throws {UnexpectedResponseError} if the response is not readable.
   * @throws {UnreachableError} if the sandbox is gone.
   */
  readonly call: ControlCall;
}

/** Timeout that is long enough for one day of a large sandbox. */
const LONG_MS = 2 * 3_600_000;

/**
 * Returns the controls of the sandbox that runs on the data directory.
 *
 * @throws {SandboxNotRunningError} if none does.
 */
export async function controlOf(context: Context, dir: string | undefined): Promise<ControlClient> {
  const dataDir = runningFolderOf(context, dir);
  const serving = await servingNow(dataDir, context);
  if (serving) return { serving, dataDir, call: callFor(serving, context) };
  throw new SandboxNotRunningError(`No sandbox is running on ${dataDir}.`);
}

type WaitOptions = Pick<TransportOptions, 'timeoutMs' | 'signal'>;

async function waitOptionsOf({ settings, system }: Context): Promise<WaitOptions> {
  const { timeoutSeconds } = settings();
  const timeoutMs = timeoutSeconds === undefined ? LONG_MS : timeoutSeconds * 1000;
  return { timeoutMs, signal: system.interrupted };
}

/** Returns the call, with the control token and secrets of requests remembered: an error may repeat them. */
function callFor(serving: ServerInfo, context: Context): ControlCall {
  const { secrets } = context;
  secrets.add(serving.controlToken);
  return async (control, input) => {
    secrets.addFrom(input);
    const waitOptions = control.isLong ? await waitOptionsOf(context) : {};
    return caller(serving, waitOptions)(control, input);
  };
}

/**
 * Returns the server that runs on a directory, or `undefined`. A file left behind by a killed server doesn't count; a
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

export function caller(
  { baseUrl, controlToken }: Pick<ServerInfo, 'baseUrl' | 'controlToken'>,
  waitOptions: WaitOptions = {},
): ControlCall {
  const client = createClient({
    send: createTransport({ base: new URL(baseUrl), ...waitOptions }),
    token: controlToken,
  });
  return createControlCall({
    raw: (request) =>
      client.raw(request).catch((error: unknown) => {
        throw request.method === 'POST' ? whenLost(error) : error;
      }),
  });
}

/** Converts the error of a lost response: a repeated call could let the time pass twice. */
function whenLost(error: unknown): unknown {
  if (!(error instanceof UnreachableError) || !error.sent || error.interrupted) return error;
  const { message, reason } = error;
  return new UnreachableError(
    `${message} The sandbox may have applied the request, or may still be processing it.`,
    {
      sent: true,
      reason,
      next: ['check the result before you repeat it: remit sandbox clock, remit sandbox open'],
      cause: error,
    },
  );
}
