/** Reads the input files of a command. */

import type { FileHandle } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { InterruptedError } from '../../errors/errors.ts';
import { UsageError } from '../../money/errors.ts';
import type { Secrets } from '../../runtime/secrets.ts';
import type { CommandFiles } from '../context.ts';
import type { Globals } from '../flags/global-flags.ts';
import { isInteractive, type System } from '../system.ts';

/** Reads the files that a command line names; `-` is stdin, once in a run. */
export type InputFiles = Pick<CommandFiles, 'readText' | 'readFile' | 'readSecret'>;

/** Creates the readers. Each throws `UsageError`; secrets are added to `secrets`. */
export function createInputFiles(system: System, secrets: Secrets, globals: Globals): InputFiles {
  let isStdinTaken = false;
  const bytes = async (path: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> => {
    if (path !== '-') return fileBytes(resolve(system.cwd, path), path, maxBytes);
    if (isStdinTaken) throw new UsageError('Standard input (-) can be used only once.');
    isStdinTaken = true;
    return stdinBytes(system, maxBytes);
  };
  const readText = async (path: string) =>
    decode(await bytes(path), path === '-' ? 'standard input' : path);
  return {
    readText,
    readFile: async (path, { maxBytes } = {}) => ({
      filename: path === '-' ? 'file' : basename(path),
      bytes: await bytes(path, maxBytes),
    }),
    async readSecret(path, name = 'Secret') {
      if (path !== '-' || !isInteractive(system, globals))
        return secrets.add(secretIn(await readText(path), path));
      const { askSecret } = await import('../prompts/field.ts');
      const field = { label: name, flag: path };
      return secrets.add(await askSecret(field, emptyProblem, { system, globals }));
    },
  };
}

async function fileBytes(target: string, path: string, maxBytes: number): Promise<Uint8Array> {
  const { open } = await import('node:fs/promises');
  let file: FileHandle | undefined;
  try {
    file = await open(target);
    const found = await file.stat();
    const size = found.isFile() ? found.size : 0;
    if (size > maxBytes) throw tooLarge(path, maxBytes);
    if (size > LARGE) return await inOnePiece(file, size);
    return await limited(file.createReadStream({ autoClose: false }), path, maxBytes);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${path} could not be read: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    await file?.close();
  }
}

/**
 * Size in bytes above which a file is read into one buffer, since `readFile` holds it twice: in chunks and
 * concatenated.
 */
const LARGE = 512 * 1024;

/** Reads a stream to its end: a file may be a pipe, whose size is not known. */
async function limited(
  stream: AsyncIterable<Uint8Array>,
  path: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(path, maxBytes);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (path: string, maxBytes: number) =>
  new UsageError(`${path} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);

/** Reads the first `size` bytes; data that is appended while it reads is left out. */
async function inOnePiece(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let total = 0;
  for (let count = -1; count !== 0 && total < size; total += count) {
    count = (await file.read(bytes, total)).bytesRead;
  }
  return bytes.subarray(0, total);
}

/**
 * Reads stdin to its end. In a terminal the person edits the text and ends it with Ctrl-D.
 *
 * @throws {InterruptedError} at an interrupt.
 */
async function stdinBytes({ stdin, interrupted }: System, maxBytes: number): Promise<Uint8Array> {
  const read = () => limited(stdin.read(interrupted), 'standard input', maxBytes);
  const bytes = await (stdin.isTTY ? stdin.keyboard.lend(read) : read());
  if (interrupted.aborted) throw new InterruptedError(String(interrupted.reason));
  return bytes;
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8 text.`);
  }
}

const emptyProblem = (text: string) => (text === '' ? 'It must not be empty.' : undefined);

/** Returns the only line of a text, which may end with a line break. Errors never contain any of it. */
function secretIn(text: string, path: string): string {
  const [line = '', ...rest] = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (line === '' || rest.length > 0)
    throw new UsageError(`${path} must contain exactly one line.`);
  return line;
}
