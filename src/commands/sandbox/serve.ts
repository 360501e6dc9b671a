/** Serves a sandbox in this process. */

import { once } from 'node:events';
import type { Context } from '../../cli/context.ts';
import { ConfigError } from '../../config/errors.ts';
import {
  createUnwritableError,
  isEnvironmentError,
  systemErrorCode,
  systemErrorText,
} from '../../config/system-error.ts';
import { isRecord } from '../../is-record.ts';
import { UsageError } from '../../money/errors.ts';
import {
  FolderInUseError,
  openSandboxService,
  type SandboxConfig,
} from '../../sandbox/server/serve.ts';
import { SchemaError } from '../../storage/errors.ts';
import { DEFAULT_PORT, folderOf, OTHER_FOLDER } from './data-dir.ts';
import { ignoredFlagsText } from './ignored-flags.ts';
import { fixedTokens } from './reach.ts';
import type { Serving } from './sandbox-profile.ts';
import type { StartOptions } from './start-flags.ts';

/**
 * Serves in this process until it is interrupted, and yields the record of the running sandbox.
 *
 * @throws {UsageError} if the port or the directory is in use.
 * @throws {ConfigError} if the directory cannot be written, or its database is not a sandbox of this version.
 */
export async function* serveSandbox(
  context: Context,
  options: StartOptions,
): AsyncIterable<Serving> {
  const { system } = context;
  const dataDir = folderOf(context, options.dir);
  const service = await open(context, options, dataDir);
  const { baseUrl, controlToken, settings } = service;
  const ignored = ignoredFlagsText(options, { baseUrl, settings }, { isRunning: false });
  if (ignored !== undefined) context.notice(ignored);
  try {
    const { token, expiresAt } = await service.ownerToken();
    yield {
      baseUrl,
      token,
      expiresAt,
      controlToken,
      pid: system.pid,
      dataDir,
      ...(options.database !== undefined && { database: options.database }),
      businesses: await service.businesses(),
    };
    if (!system.interrupted.aborted) await once(system.interrupted, 'abort');
  } finally {
    await service.close();
  }
}

async function open(context: Context, options: StartOptions, dataDir: string) {
  try {
    return await openSandboxService(configOf(context, options, dataDir));
  } catch (error) {
    if (error instanceof FolderInUseError) throw new UsageError(error.message);
    if (error instanceof SchemaError) throw createSchemaError(error);
    if (isRecord(error) && 'port' in error) throw createPortError(error, options);
    if (isEnvironmentError(error) && options.database === undefined) {
      throw createUnwritableError(dataDir, error, OTHER_FOLDER);
    }
    throw error;
  }
}

/** Creates the error for a database that is no sandbox, or one of another version. */
const createSchemaError = ({ message, next }: SchemaError): ConfigError =>
  new ConfigError(`The database of the sandbox cannot be used: ${message}. It was not changed.`, [
    ...next,
    OTHER_FOLDER,
  ]);

/** Creates the error for a port that the system does not give. */
function createPortError(error: unknown, { port = DEFAULT_PORT }: StartOptions): UsageError {
  const isTaken = systemErrorCode(error) === 'EADDRINUSE';
  const reason = isTaken ? 'is already in use' : `cannot be used: ${systemErrorText(error)}`;
  return new UsageError(`Port ${port} ${reason}.`, { next: ['add --port 0 to use a free port'] });
}

function configOf(context: Context, options: StartOptions, dataDir: string): SandboxConfig {
  const { system } = context;
  const { idempotency, leaves, conflictStatus, strict } = options;
  return {
    dataDir,
    port: options.port ?? DEFAULT_PORT,
    address: options.host,
    hostNames: options.hostNames,
    ...fixedTokens(context),
    pid: system.pid,
    seed: options.seed,
    clock: options.clock,
    ...(options.now !== undefined && { now: new Date(options.now) }),
    tokenTtlSeconds: options.ttl,
    perMinute: options.rateLimit,
    webhookUrl: options.webhookUrl,
    database: options.database,
    options: {
      ...(idempotency && { idempotency }),
      ...(leaves && { initiateLeavesApproved: leaves }),
      ...(conflictStatus && { conflictStatus: conflictStatus === '422' ? 422 : 409 }),
      ...(strict && { strict }),
    },
    onFault: (fault, requestId) =>
      void system.stderr.write(`${requestId}: ${fault instanceof Error ? fault.stack : fault}\n`),
  };
}
