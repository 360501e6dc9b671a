import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  createUnwritableError,
  isEnvironmentError,
  systemErrorCode,
  systemErrorText,
} from '../../config/system-error.ts';
import { OutputError } from '../../errors/errors.ts';
import { UsageError } from '../../money/errors.ts';

/** A file that is written to a temporary file, which then takes its name. */
export interface OutFile {
  /** Takes bytes over: they are freed once they are written. */
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /**
   * Moves the file into place; until then an existing file is untouched.
   *
   * @throws {OutputError} if it cannot be written. If only the move fails, the temporary file stays and the message
   * names it.
   */
  readonly commit: () => Promise<void>;
  /** Removes the temporary file unless it was completed. */
  readonly drop: () => Promise<void>;
}

/** Bytes and chunks that are buffered for one write: many small writes cost more than the data itself. */
const LARGE = 1024 * 1024;
const MAX_PARTS = 512;

const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a temporary file beside `path`, mode 0600, which is moved into place when it is complete: atomically, and never
 * through a symbolic link.
 *
 * @throws {UsageError} if its directory does not exist, if `path` exists and `force` is false, or if it is not an ordinary
 * file.
 * @throws {ConfigError} if the machine does not let it be created.
 */
export async function openOutFile(path: string, cwd: string, force: boolean): Promise<OutFile> {
  const target = resolve(cwd, path);
  await assertReplaceable(target, path, force);
  const temporary = join(dirname(target), `.${randomUUID()}.remit`);
  const file = await open(temporary, NEW, 0o600).catch((error) => {
    throw createOpenError(path, error);
  });
  let isComplete = false;
  let parts: Uint8Array[] = [];
  let size = 0;
  let writing = Promise.resolve();
  const sync = backgroundSync(file);
  /** Starts writing the buffered chunks once the previous write is done, and throws the error of that one. */
  const flush = async () => {
    await writing;
    writing = writeAll(file, parts, size);
    writing.catch(() => {});
    sync.note(size);
    [parts, size] = [[], 0];
  };
  const finish = async () => {
    await flush();
    await writing;
    await sync.wait();
    await file.sync();
    await file.close();
  };
  return {
    write: async (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      parts.push(bytes);
      size += bytes.byteLength;
      if (size >= LARGE || parts.length >= MAX_PARTS) await withOutputError(path, flush);
    },
    commit: async () => {
      await withOutputError(path, finish);
      isComplete = true;
      await moveIntoPlace(temporary, target, force).catch((error) => {
        throw new OutputError(
          `${path} ${alreadyExists(error) ? 'was created meanwhile and is not replaced' : `could not be replaced: ${systemErrorText(error)}`}: the output is in ${temporary}`,
          { cause: error },
        );
      });
    },
    drop: async () => {
      if (isComplete) return;
      await Promise.allSettled([writing, sync.wait()]);
      await file.close().catch(() => {});
      await unlink(temporary).catch(() => {});
    },
  };
}

/**
 * Moves a file into place. With `force` by a rename, which replaces an existing file; otherwise by a hard link, or a copy if
 * the file system has none, which fail with `EEXIST`. Throws system errors.
 */
async function moveIntoPlace(temporary: string, target: string, force: boolean): Promise<void> {
  if (force) return rename(temporary, target);
  await link(temporary, target).catch((error) => {
    if (!hasNoLinks.has(systemErrorCode(error) ?? '')) throw error;
    return copyIntoPlace(temporary, target);
  });
  await unlink(temporary).catch(() => {});
}

async function copyIntoPlace(temporary: string, target: string): Promise<void> {
  await copyFile(temporary, target, constants.COPYFILE_EXCL);
  const file = await open(target, 'r+');
  await file.sync().finally(() => file.close());
}

/** Error codes of file systems without hard links. */
const hasNoLinks = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
  'EINVAL',
]);

const alreadyExists = (error: unknown): boolean => systemErrorCode(error) === 'EEXIST';

/** Creates the error for an output that cannot be created: what the machine does not allow is no mistake in the command line. */
export const createOpenError = (path: string, error: unknown) =>
  isEnvironmentError(error)
    ? createUnwritableError(path, error)
    : new UsageError(`${path} cannot be written: ${systemErrorText(error)}.`);

/** Writes all parts. After a short write, writing the rest reports the reason. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[], size: number) {
  if (size === 0) return;
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten < size) await file.appendFile(Buffer.concat(parts).subarray(bytesWritten));
  for (const part of parts) free(part);
}

/** An array buffer, which can give its memory back since Node.js 21. */
interface Transferable {
  readonly transfer?: (length: number) => ArrayBuffer;
}

/**
 * Frees the memory of bytes that were written, if there is nothing else in it: Node.js 24 would let 64 MiB of a download
 * pile up before it collects them.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  const memory: ArrayBufferLike & Transferable = buffer;
  if (buffer.byteLength === byteLength) memory.transfer?.(0);
}

/** Bytes that are written between two background syncs. */
const SYNC_BYTES = 16 * 1024 * 1024;

/** Syncs written data to disk while more is written, so that the fsync at the end is short. */
function backgroundSync(file: FileHandle) {
  let unsynced = 0;
  let syncing: Promise<void> | undefined;
  // A disk reports a failed sync only once.
  let failure: { readonly error: unknown } | undefined;
  return {
    note(bytes: number): void {
      unsynced += bytes;
      if (unsynced < SYNC_BYTES || syncing) return;
      unsynced = 0;
      syncing = file
        .datasync()
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => {
          syncing = undefined;
        });
    },
    /** Waits for the sync in flight and throws the error of any sync. */
    async wait(): Promise<void> {
      await syncing;
      if (failure) throw failure.error;
    },
  };
}

/**
 * Replaces a file with a text, or its parts, atomically. Throws like `openOutFile`, and `OutputError` if it cannot be
 * written.
 */
export async function replaceFile(
  path: string,
  text: string | Iterable<string>,
  cwd: string,
): Promise<void> {
  const file = await openOutFile(path, cwd, true);
  try {
    for (const part of typeof text === 'string' ? [text] : text) await file.write(part);
    await file.commit();
  } finally {
    await file.drop();
  }
}

async function assertReplaceable(target: string, path: string, force: boolean): Promise<void> {
  const existing = await lstat(target).catch(() => undefined);
  if (!existing) return;
  if (!existing.isFile()) throw new UsageError(`${path} is not a regular file: not written.`);
  if (force) return;
  const { describeExisting } = await import('./existing-file.ts');
  const { what, next } = await describeExisting(target, path);
  throw new UsageError(`${path} exists already${what}.`, {
    code: 'file_exists',
    next: [...next, 'add --force to replace it'],
  });
}

async function withOutputError<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new OutputError(`${path} could not be written: ${systemErrorText(error)}.`, {
      cause: error,
    });
  }
}
