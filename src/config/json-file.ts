import { isRecord } from '../is-record.ts';
import { DuplicateKeyError, parseStrictJson } from '../strict-json.ts';
import { ConfigError } from './errors.ts';
import type { Folders } from './folders.ts';
import { readOwn } from './private-file.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads the JSON object in a file; `undefined` if the file does not exist. It is read as a private file of the program,
 * unless `read` reads it in another way.
 *
 * @throws {ConfigError} For a damaged file, with its name and the line, for one in which a member occurs twice, and for one
 *   that another user could have written. The content is not repeated, since it may be a token.
 */
export function readObject(
  path: string,
  folders: Folders,
  read: (folders: Folders, path: string) => string | undefined = readOwn,
): JsonObject | undefined {
  const found = read(folders, path);
  const text = found?.replace(/^\uFEFF/, '');
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    const isTwice = error instanceof DuplicateKeyError;
    const reason = isTwice ? error.message : `line ${lineOf(text, error)} is not JSON`;
    throw createDamagedFileError(path, reason);
  }
  if (isRecord(value)) return value;
  throw createDamagedFileError(path, 'it is not a JSON object');
}

/** Creates the error for a damaged file. The file is left unchanged, since the user may want to repair it. */
export const createDamagedFileError = (path: string, reason: string): ConfigError =>
  new ConfigError(`${path} is corrupted: ${reason}. It was not changed.`, [
    `fix it, or move it away: ${path}`,
  ]);

/**
 * Returns the line of a syntax error. Some parser errors have no position; then the first lines are parsed, one more
 * each time, until they fail.
 */
function lineOf(text: string, error: unknown): number {
  const position = positionIn(error);
  if (position !== undefined) return text.slice(0, position).split('\n').length;
  const lines = text.split('\n');
  const badLine = lines.findIndex((_, index) => isWrong(lines.slice(0, index + 1).join('\n')));
  return badLine === -1 ? lines.length : badLine + 1;
}

/** Reports whether the beginning of a text is invalid, not just incomplete: an incomplete text fails at its end. */
function isWrong(prefix: string): boolean {
  try {
    JSON.parse(prefix);
    return false;
  } catch (error) {
    if (/end of JSON input|unterminated/i.test(String(error))) return false;
    return (positionIn(error) ?? 0) < prefix.trimEnd().length;
  }
}

function positionIn(error: unknown): number | undefined {
  const found = /at position (\d+)/.exec(String(error))?.[1];
  return found === undefined ? undefined : Number(found);
}
