/** The types of the values of settings: how their text is parsed, and what the file holds. */

import { isAbsolute } from 'node:path';
import { InvalidSettingError } from './errors.ts';

/** A type of values: the parser of its text, and the JSON Schema of the value in the file. */
export interface ValueType {
  /** @throws {InvalidSettingError} For invalid text. */
  readonly read: (text: string) => unknown;
  readonly schema: object;
}

const ID = /^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/;
const DOLLARS = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/;
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const COLUMN = /^\w[\w.]*$/;

const matching = ({ source }: RegExp) => ({ type: 'string', pattern: source });

export const anyText: ValueType = {
  schema: matching(/\S/),
  read(given) {
    if (given.trim() === '') throw new InvalidSettingError('The value must not be empty.');
    return given;
  },
};

/** The URL of a database. It may not contain a password, since settings are printed. */
export const database: ValueType = {
  schema: matching(/^[Pp][Oo][Ss][Tt][Gg][Rr][Ee][Ss]([Qq][Ll])?:/),
  read(given) {
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
      throw new InvalidSettingError('A database must be postgres://user@host/name.');
    }
    if (url.password === '' && !url.searchParams.has('password')) return given;
    throw new InvalidSettingError(
      'A database must not include a password: it is read from PGPASSWORD or ~/.pgpass.',
    );
  },
};

/** An absolute path. A relative one is refused, since the current directory is never read for configuration. */
export const absolutePath: ValueType = {
  schema: matching(/^([/\\]|[A-Za-z]:[/\\])/),
  read(given) {
    if (isAbsolute(given)) return given;
    throw new InvalidSettingError(`'${given}' is not an absolute path.`);
  },
};

export const serviceId: ValueType = {
  schema: matching(ID),
  read(given) {
    if (ID.test(given)) return given;
    throw new InvalidSettingError(`'${given}' is not an id.`);
  },
};

export const serviceIds: ValueType = {
  schema: { type: 'array', items: matching(ID), minItems: 1 },
  read(given) {
    const list = given.replaceAll(/[[\]"\s]/g, '').split(',');
    if (list.every((it) => ID.test(it))) return list;
    throw new InvalidSettingError(`'${given}' is not a comma-separated list of ids.`);
  },
};

/** Comma-separated names of headers, kept in lower case. */
export const headerNames: ValueType = {
  schema: { type: 'array', items: matching(HEADER), minItems: 1 },
  read(given) {
    const names = given.replaceAll(/[[\]"\s]/g, '').split(',');
    if (names.every((name) => HEADER.test(name))) return names.map((name) => name.toLowerCase());
    throw new InvalidSettingError(`'${given}' is not a comma-separated list of header names.`);
  },
};

/** Decimal dollars, such as `5000` or `5000.00`, kept as text. */
export const dollars: ValueType = {
  schema: matching(DOLLARS),
  read(given) {
    const amount = given.replace(/^"(.*)"$/, '$1');
    if (DOLLARS.test(amount)) return amount;
    throw new InvalidSettingError(
      `'${given}' is not an amount in dollars, such as 5000 or 5000.00.`,
    );
  },
};

export const approvers: ValueType = {
  schema: { type: 'integer', minimum: 1, maximum: 9 },
  read(given) {
    if (/^[1-9]$/.test(given)) return Number(given);
    throw new InvalidSettingError(`'${given}' is not a number of approvers from 1 to 9.`);
  },
};

export const truth: ValueType = {
  schema: { type: 'boolean' },
  read(given) {
    if (given === 'true' || given === 'false') return given === 'true';
    throw new InvalidSettingError(`'${given}' is neither true nor false.`);
  },
};

/** Returns the type of the whole numbers of a range. */
export const wholeNumberFrom = (minimum: number, maximum: number): ValueType => ({
  schema: { type: 'integer', minimum, maximum },
  read(given) {
    const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new InvalidSettingError(
      `'${given}' is not a whole number from ${minimum} to ${maximum}.`,
    );
  },
});

/** Returns the type of one of several words. */
export const oneOf = (values: readonly string[]): ValueType => ({
  schema: { enum: values },
  read(given) {
    if (values.includes(given)) return given;
    throw new InvalidSettingError(`'${given}' is not one of ${values.join(', ')}.`);
  },
});

/** Names of columns: `invoiceNumber,amount`, or a JSON array as the file has them. */
export const columnNames: ValueType = {
  schema: { type: 'array', items: matching(COLUMN) },
  read(given) {
    const names = given.startsWith('[') ? parseArray(given) : given.split(',');
    const trimmed = names.map((it) => String(it).trim());
    if (trimmed.every((it) => COLUMN.test(it))) return trimmed;
    throw new InvalidSettingError(
      `'${given}' is not a list of columns such as invoiceNumber,amount.`,
    );
  },
};

/** Time zones that were looked up. A lookup takes over a millisecond, and `mcp serve` resolves settings at each call. */
const timeZones = new Map<string, string>();

export const timeZone: ValueType = {
  schema: matching(/^\S+$/),
  read(given) {
    try {
      const known = timeZones.get(given);
      if (known !== undefined) return known;
      const found = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
      timeZones.set(given, found);
      return found;
    } catch {
      throw new InvalidSettingError(`'${given}' is not a time zone.`);
    }
  },
};

/** A JSON array of the arguments of a program. */
export const argv: ValueType = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an argument cannot contain NUL
  schema: { type: 'array', items: matching(/^[^\u0000]+$/), minItems: 1 },
  read(given) {
    const parsed = parseJson(given);
    const isText = (value: unknown) =>
      typeof value === 'string' && value !== '' && !value.includes('\0');
    if (Array.isArray(parsed) && parsed.length > 0 && parsed.every(isText)) return parsed;
    throw new InvalidSettingError(
      'tokenCommand must be a JSON array of arguments, such as ["vault", "read", "token"].',
    );
  },
};

export const jsonArray: ValueType = { schema: { type: 'array' }, read: parseArray };

function parseArray(given: string): unknown[] {
  const value = parseJson(given);
  if (Array.isArray(value)) return value;
  throw new InvalidSettingError('The value must be a JSON array.');
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
