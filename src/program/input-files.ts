import type { FileHandle } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { CommandFiles } from '../cli/context.ts';
import { UsageError } from '../cli/errors.ts';
import type { Globals } from '../cli/flags/global-flags.ts';
import type { System } from '../cli/system.ts';
import { InterruptedError } from '../errors/errors.ts';
import type { Secrets } from '../service/secrets.ts';
import { isInteractive } from './terminal/may-prompt.ts';

/** Reads the files that a command line names; `-` is standard input, once in a run. */
export type InputFiles = Pick<CommandFiles, 'readText' | 'readFile' | 'readSecret'>;

export function createInputFiles(host: System, secrets: Secrets, globals: Globals): InputFiles {
  let isStdinTaken = false;
  const bytes = async (path: string): Promise<Uint8Array> => {
    if (path !== '-') return fileBytes(resolve(host.cwd, path), path);
    if (isStdinTaken) throw new UsageError('Standard input (-) can be used only once.');
    isStdinTaken = true;
    return stdinBytes(host);
  };
  const readText = async (path: string) =>
    decode(await bytes(path), path === '-' ? 'standard input' : path);
  return {
    readText,
    readFile: async (path) => ({
      filename: path === '-' ? 'file' : basename(path),
      bytes: await bytes(path),
    }),
    async readSecret(path, name = 'Secret') {
      const isTyped = path === '-' && isInteractive(host, globals);
      const found = isTyped
        ? await (await import('./terminal/prompt.ts')).secret(name, path, host, globals)
        : await readText(path);
      return secrets.keep(secretIn(found, path));
    },
  };
}

async function fileBytes(target: string, path: string): Promise<Uint8Array> {
  const { open } = await import('node:fs/promises');
  let file: FileHandle | undefined;
  try {
    file = await open(target);
    const found = await file.stat();
    const isLarge = found.isFile() && found.size > LARGE;
    return isLarge ? await inOnePiece(file, found.size) : await file.readFile();
  } catch (error) {
    throw new UsageError(
      `${path} could not be read: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    await file?.close();
  }
}

/** Beyond this, `readFile` holds a file twice: in parts, and put together. */
const LARGE = 512 * 1024;

/** What has been added to it meanwhile is left out. */
async function inOnePiece(file: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let read = 0;
  for (let more = -1; more !== 0 && read < size; read += more) {
    more = (await file.read(bytes, read)).bytesRead;
  }
  return bytes.subarray(0, read);
}

/** To its end; at a terminal a person edits what they type, and ends it with Ctrl-D. Throws `InterruptedError`. */
async function stdinBytes({ stdin, interrupted }: System): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const read = async () => {
    for await (const chunk of stdin.read(interrupted)) chunks.push(chunk);
  };
  await (stdin.isTTY ? stdin.keyboard.lend(read) : read());
  if (interrupted.aborted) throw new InterruptedError(String(interrupted.reason));
  return Buffer.concat(chunks);
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8 text.`);
  }
}

/** The first line, which may end the file with or without a line break. Nothing of it is ever repeated in an error. */
function secretIn(text: string, path: string): string {
  const [line = '', ...rest] = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (line === '' || rest.length > 0)
    throw new UsageError(`${path} must contain exactly one line.`);
  return line;
}
