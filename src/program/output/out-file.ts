import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../cli/errors.ts';
import { OutputError } from '../../errors/errors.ts';

export interface OutFile {
  readonly write: (chunk: string | Uint8Array) => Promise<void>;
  /**
   * Puts the file in its place. Until then what was there is untouched. Throws `OutputError`: where it is because of its name
   * alone, what was written stays where it is, and the message says where.
   */
  readonly keep: () => Promise<void>;
  /** Leaves nothing behind of what was not put in its place. */
  readonly drop: () => Promise<void>;
}

/** Many small writes cost more than all that is written: so much, or so many parts, goes to the disk at once. */
const LARGE = 1024 * 1024;
const MANY = 512;

const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a temporary file beside `path` (0600), which takes its name when all is there: whole, or not at all, and never
 * through a symbolic link. Throws `UsageError` where it cannot be made, or something is there and `force` is not given.
 */
export async function openOutFile(path: string, cwd: string, force: boolean): Promise<OutFile> {
  const target = resolve(cwd, path);
  await refuseWhatIsThere(target, path, force);
  const beside = join(dirname(target), `.${randomUUID()}.remit`);
  const file = await open(beside, NEW, 0o600).catch((error) => {
    throw new UsageError(`${path} cannot be written: ${wordsOf(error)}`);
  });
  let isComplete = false;
  let parts: Uint8Array[] = [];
  let size = 0;
  let writing = Promise.resolve();
  const settled = ahead(file);
  /** Parts are gathered while those before them are written. Throws what these came to. */
  const flush = async () => {
    await writing;
    writing = writeAll(file, parts, size);
    writing.catch(() => {});
    settled.note(size);
    [parts, size] = [[], 0];
  };
  const finish = async () => {
    await flush();
    await writing;
    await settled.wait();
    await file.sync();
    await file.close();
  };
  return {
    write: async (chunk) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      parts.push(bytes);
      size += bytes.byteLength;
      if (size >= LARGE || parts.length >= MANY) await refusing(path, flush);
    },
    keep: async () => {
      await refusing(path, finish);
      isComplete = true;
      await place(beside, target, force).catch((error) => {
        throw new OutputError(
          `${path} ${isThere(error) ? 'was created meanwhile and is not replaced' : `could not be replaced (${wordsOf(error)})`}: the output is in ${beside}`,
          { cause: error },
        );
      });
    },
    drop: async () => {
      if (isComplete) return;
      await Promise.allSettled([writing, settled.wait()]);
      await file.close().catch(() => {});
      await unlink(beside).catch(() => {});
    },
  };
}

/** Gives what was written its name: in place of what is there with `force` alone. Throws what the system says, `EEXIST` too. */
async function place(beside: string, target: string, force: boolean): Promise<void> {
  if (force) return rename(beside, target);
  await link(beside, target).catch((error) => {
    if (!hasNoLinks.has(codeOf(error))) throw error;
    return copied(beside, target);
  });
  await unlink(beside).catch(() => {});
}

async function copied(beside: string, target: string): Promise<void> {
  await copyFile(beside, target, constants.COPYFILE_EXCL);
  const file = await open(target, 'r+');
  await file.sync().finally(() => file.close());
}

/** A file system that knows one name for a file says so in one of these ways. */
const hasNoLinks = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
  'EINVAL',
]);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const isThere = (error: unknown): boolean => codeOf(error) === 'EEXIST';

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A system that takes less than all of it says why at the next try. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[], size: number) {
  if (size === 0) return;
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten < size) await file.appendFile(Buffer.concat(parts).subarray(bytesWritten));
}

/** So much is written before the disk is asked to settle it. */
const MUCH = 16 * 1024 * 1024;

/** Lets the disk settle what was written while more of it comes, so that little is left to wait for at the end. */
function ahead(file: FileHandle) {
  let unsettled = 0;
  let settling: Promise<void> | undefined;
  /** A disk says only once that it failed. */
  let failure: { readonly error: unknown } | undefined;
  return {
    note(bytes: number): void {
      unsettled += bytes;
      if (unsettled < MUCH || settling) return;
      unsettled = 0;
      settling = file
        .datasync()
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => {
          settling = undefined;
        });
    },
    /** Throws what went wrong on the way. */
    async wait(): Promise<void> {
      await settling;
      if (failure) throw failure.error;
    },
  };
}

/** Puts a text, or its parts, in the place of what is there, whole or not at all. Throws like `openOutFile`. */
export async function replaceFile(
  path: string,
  text: string | Iterable<string>,
  cwd: string,
): Promise<void> {
  const file = await openOutFile(path, cwd, true);
  try {
    for (const part of typeof text === 'string' ? [text] : text) await file.write(part);
    await file.keep();
  } finally {
    await file.drop();
  }
}

async function refuseWhatIsThere(target: string, path: string, force: boolean): Promise<void> {
  const there = await lstat(target).catch(() => undefined);
  if (!there) return;
  if (!there.isFile()) throw new UsageError(`${path} is not a regular file: not written.`);
  if (!force)
    throw new UsageError(`${path} exists already.`, {
      code: 'file_exists',
      next: ['add --force to replace it'],
    });
}

async function refusing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new OutputError(`${path} could not be written: ${wordsOf(error)}`, { cause: error });
  }
}
