import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { readOwn, readPrivate } from './private-file.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The object in a file, of ours where its folders are given, `undefined` without a file. A damaged one is a `ConfigError` that names the file and the line,
 * and repeats nothing of what stands there: it may be a token.
 */
export function readObject(path: string, folders?: Folders): JsonObject | undefined {
  const found = folders ? readOwn(folders, path) : readPrivate(path);
  const text = found?.replace(/^\uFEFF/, '');
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw createDamagedFileError(path, `line ${lineOf(text, error)} is not JSON`);
  }
  if (isObject(value)) return value;
  throw createDamagedFileError(path, 'it is not a JSON object');
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file is left as it is: whoever edited it by hand wants it back. */
export const createDamagedFileError = (path: string, why: string): ConfigError =>
  new ConfigError(`${path} is corrupted: ${why}. It was not changed.`, [
    `fix it, or move it away: ${path}`,
  ]);

/** The parser says where only for some errors; for the others the first lines are parsed, more and more of them, until they fail. */
function lineOf(text: string, error: unknown): number {
  const position = positionIn(error);
  if (position !== undefined) return text.slice(0, position).split('\n').length;
  const lines = text.split('\n');
  const wrong = lines.findIndex((_, index) => isWrong(lines.slice(0, index + 1).join('\n')));
  return wrong === -1 ? lines.length : wrong + 1;
}

/** Whether a beginning is wrong already, not merely unfinished: what is unfinished fails at its end. */
function isWrong(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    if (/end of JSON input|unterminated/i.test(String(error))) return false;
    return (positionIn(error) ?? 0) < beginning.trimEnd().length;
  }
}

function positionIn(error: unknown): number | undefined {
  const found = /at position (\d+)/.exec(String(error))?.[1];
  return found === undefined ? undefined : Number(found);
}
