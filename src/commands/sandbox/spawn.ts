import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../cli/context.ts';
import { createFolder, createUnwritableError } from '../../config/system-error.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import type { ServerInfo } from '../../sandbox/server/pid-file.ts';
import { servingNow } from './control-client.ts';
import { OTHER_FOLDER } from './data-dir.ts';
import { type StartOptions, startArgvOf } from './start-flags.ts';

/** Maximum time of a start, which usually takes well under a second. */
const TIMEOUT_MS = 120_000;

/** The exit code of a program whose configuration, directory or SQLite cannot be used. */
const UNUSABLE = 3;

/**
 * Starts this program again as a server process that outlives the command, and waits until it answers.
 *
 * @throws {UsageError} with the server's message if it ends instead.
 * @throws {ConditionError} if something that it needs cannot be used.
 * @throws {ConfigError} if the directory cannot be written.
 */
export async function spawnServer(
  context: Context,
  flags: StartOptions,
  dataDir: string,
): Promise<ServerInfo> {
  const { system } = context;
  createFolder(dataDir, { where: OTHER_FOLDER, mode: 0o700 });
  const logFile = join(dataDir, 'server.log');
  const log = openLog(logFile);
  const [program = '', ...words] = system.selfCommand;
  const args = [
    ...words,
    'sandbox',
    'start',
    '--foreground',
    '--dir',
    dataDir,
    ...startArgvOf(flags),
    '--no-input',
  ];
  const server = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'ignore', log],
    env: { ...system.env, REMIT_FORMAT: '', REMIT_TOKEN: '' },
    cwd: dataDir,
  });
  closeSync(log);
  server.unref();
  let ended = false;
  let exitCode: number | null = null;
  server.once('exit', (code) => {
    ended = true;
    exitCode = code;
  });
  server.once('error', () => {
    ended = true;
  });
  for (
    const startedAt = performance.now();
    performance.now() - startedAt < TIMEOUT_MS;
    await pause(20)
  ) {
    const serving = await servingNow(dataDir, context);
    if (serving) return serving;
    if (ended) break;
  }
  const logged = readFileSync(logFile, 'utf8')
    .trim()
    .replace(/^remit: /, '');
  if (logged === '') assertLogWritable(logFile);
  const message = logged === '' ? `The sandbox did not start on ${dataDir}.` : logged;
  if (exitCode === UNUSABLE) {
    const [text = '', ...next] = message.split(/\n\s*next: /);
    throw new ConditionError('configuration', 'sandbox_unusable', text, { next });
  }
  throw new UsageError(message);
}

function openLog(logFile: string): number {
  try {
    return openSync(logFile, 'w', 0o600);
  } catch (error) {
    throw createUnwritableError(logFile, error, OTHER_FOLDER);
  }
}

/** A server that cannot write its log cannot say so there. */
function assertLogWritable(logFile: string): void {
  try {
    appendFileSync(logFile, '\n');
  } catch (error) {
    throw createUnwritableError(logFile, error, OTHER_FOLDER);
  }
}
