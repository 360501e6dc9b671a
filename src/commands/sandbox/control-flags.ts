/** Arguments and flags from the schemas of members. */

import * as z from 'zod/mini';
import { flagOf } from '../../api/controls/control.ts';
import { parseAmount, toDollars } from '../../api/money.ts';
import { isMoney } from '../../api/schema/field-types.ts';
import { definitionOf, shapeOf, wordsOf } from '../../api/schema/schema-introspection.ts';
import {
  argument,
  choice,
  type Flag,
  InvalidValueError,
  option,
  type Parse,
  repeatableOption,
  toggle,
} from '../../cli/flags/flag.ts';
import { file, wholeNumber, words } from '../../cli/flags/value-parsers.ts';

type Schema = z.core.$ZodType;

/** A member of a control's input that is an argument or a flag. */
export interface Member {
  /** `match.method` */
  readonly path: string;
  /** Its schema without `optional`, `nullable` and a default. */
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly syntax: string;
  readonly help: string;
}

/** The syntax of a member that the global flag sets. */
export const GLOBAL_BUSINESS = '-b';

export const isArgument = ({ syntax }: Member): boolean => !syntax.startsWith('-');

export const isFileFlag = ({ syntax }: Member): boolean => /-file <|^<file\b/.test(syntax);

/** Returns the members of an input that are arguments or flags, those of objects in it, too. */
export const membersOf = (input: Schema, prefix = ''): readonly Member[] =>
  Object.entries(shapeOf(input)).flatMap(([name, member]) => {
    const path = `${prefix}${name}`;
    const { flag, ...bare } = bareOf(member);
    return flag ? [{ path, ...bare, ...flag }] : membersOf(bare.schema, `${path}.`);
  });

type Bare = Pick<Member, 'schema' | 'isRequired' | 'isNullable'> & {
  readonly flag: ReturnType<typeof flagOf>;
};

function bareOf(schema: Schema): Bare {
  const def = definitionOf(schema);
  const flag = flagOf(schema);
  if (def.type !== 'optional' && def.type !== 'default' && def.type !== 'nullable') {
    return { schema, isRequired: true, isNullable: false, flag };
  }
  const inner = bareOf(def.innerType);
  const own = def.type === 'nullable' ? { isNullable: true } : { isRequired: false };
  return { ...inner, ...own, flag: flag ?? inner.flag };
}

export function flagFor(member: Member): Flag {
  const { schema, syntax, help } = member;
  const required = member.isRequired && !syntax.startsWith('[');
  if (isFileFlag(member)) return { ...option(syntax, help, file), required, secret: true };
  const { type } = definitionOf(schema);
  if (type === 'boolean') return booleanFlag(member);
  if (type === 'enum') return { ...choice(syntax, help, wordsOf(schema)), required };
  if (type === 'array') return repeated(member, rowOf(schema), (rows) => rows);
  if (type === 'record') return repeated(member, pairOf(schema), Object.fromEntries);
  return { ...(required ? argument : option)(syntax, help, parserOf(member)) };
}

function booleanFlag({ syntax, help }: Member): Flag {
  if (syntax.includes('<')) {
    const flag = choice(syntax, help, ['on', 'off']);
    return { ...flag, read: (given) => toBoolean(flag.read(given)) };
  }
  return { ...toggle(syntax, help), read: (given) => given.length > 0 || undefined };
}

const toBoolean = (word: 'on' | 'off' | undefined) =>
  word === undefined ? undefined : word === 'on';

function repeated<Item>(
  { syntax, help }: Member,
  parse: Parse<Item>,
  join: (items: readonly Item[]) => unknown,
): Flag {
  const flag = repeatableOption(syntax, help, parse);
  return { ...flag, read: (given) => (given.length > 0 ? join(flag.read(given)) : undefined) };
}

/** Returns the parser of one value. `none` is null, where that is allowed. */
function parserOf({ schema, isNullable }: Member): Parse<unknown> {
  const parse = plainParserOf(schema);
  return (text) => (isNullable && text.toLowerCase() === 'none' ? null : parse(text));
}

function plainParserOf(schema: Schema): Parse<unknown> {
  if (isMoney(schema)) return dollars;
  const def = definitionOf(schema);
  if (def.type === 'number') {
    return 'format' in def
      ? wholeNumber(...rangeOf(schema))
      : (text) => checked(schema, numberOf(text), text);
  }
  return (text) => checked(schema, words(text), text);
}

function checked(schema: Schema, value: unknown, text: string): unknown {
  const { error } = z.safeParse(schema, value);
  const [issue] = error?.issues ?? [];
  if (!issue) return value;
  throw new InvalidValueError(`${issue.message}, not '${text}'`);
}

const numberOf = (text: string): number => (/^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN);

/** Parses dollars, which may be zero. */
function dollars(text: string): number {
  const cents = parseAmount(text);
  if (cents !== undefined) return toDollars(cents);
  throw new InvalidValueError(`must be an amount in dollars such as 250.00, not '${text}'`);
}

/** Returns the least and the largest value of whole numbers. */
function rangeOf(schema: Schema): readonly [number, number] {
  let [min, max] = [0, 999_999_999];
  for (const check of definitionOf(schema).checks ?? []) {
    const limit = (check._zod.def as z.core.$ZodCheckGreaterThanDef).value;
    if (check._zod.def.check === 'greater_than') min = Number(limit);
    if (check._zod.def.check === 'less_than') max = Number(limit);
  }
  return [min, max];
}

/** Returns the parser of `name|type|mask`: the members of an object, in order, those at the end may be left out. */
function rowOf(list: Schema): Parse<unknown> {
  const def = definitionOf(list);
  const item = def.type === 'array' ? def.element : list;
  const names = Object.keys(shapeOf(item));
  return (text) => {
    const parts = text.split('|').map((it) => it.trim());
    const given = names.flatMap((name, at) => (parts[at] ? [[name, parts[at]]] : []));
    const row = Object.fromEntries(given);
    if (parts.length <= names.length && z.safeParse(item, row).success) return row;
    throw new InvalidValueError(`must be ${names.join('|')}, not '${text}'`);
  };
}

/** Returns the parser of a member of a record: `name: value` for texts, `name=value` for JSON. */
function pairOf(record: Schema): Parse<readonly [string, unknown]> {
  const def = definitionOf(record);
  const isText = def.type === 'record' && definitionOf(def.valueType).type === 'string';
  return isText ? header : assignment;
}

function header(text: string): readonly [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new InvalidValueError(`must be a header such as "Retry-After: 5", not '${text}'`);
}

function assignment(text: string): readonly [string, unknown] {
  const [, member, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (member === undefined || value === undefined) {
    throw new InvalidValueError(`must be a field and its value such as amount=999, not '${text}'`);
  }
  try {
    return [member, JSON.parse(value)];
  } catch {
    return [member, value];
  }
}
