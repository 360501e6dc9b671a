import { wrappers, wrappersOfMany, wrappersOfOne } from '../../contract/dialect/field-aliases.ts';
import { centsAsDollars } from '../../contract/money.ts';
import { isJson, type Json } from '../json-path.ts';
import { remember } from '../response/original-record.ts';
import type { Spelling } from './field-mapping.ts';

/** What came in, as the contract spells it. What the service spells as we do stays; a copy remembers its source. */
export function fromWire(spelling: Spelling | undefined, value: unknown): unknown {
  if (!spelling) return value;
  if (Array.isArray(value)) return value.map((it) => fromWire(spelling, it));
  if (spelling.isCents) return inDollars(value);
  if (typeof value === 'string') return spelling.ourWords.get(value) ?? value;
  return isJson(value) ? recordFrom(spelling, value, () => undefined) : value;
}

/** An answer, through whatever it comes wrapped in. Rows of a list may stand under any name of a wrapper. */
export function fromAnswer(spelling: Spelling | undefined, value: unknown): unknown {
  if (!spelling) return value;
  const list = [...spelling.members].find(([name, { isList }]) => isList && wraps.has(name));
  const rows = list ? list[1].value : spelling;
  const unwrapped = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map((row) => fromWire(rows, row));
    return isJson(it) ? recordFrom(spelling, it, inside) : it;
  };
  /** A wrapper that is no member of the record; or the list itself, wrapped once more. */
  const inside = (name: string, it: unknown) => {
    const isWrapper = wraps.has(name) && !spelling.members.has(name);
    const isWrappedList = name === list?.[0] && isJson(it);
    return isWrapper || isWrappedList ? unwrapped(it) : undefined;
  };
  return unwrapped(value);
}

const wraps = new Set<string>([...wrappers, ...wrappersOfOne, ...wrappersOfMany]);

/** A record under our names. Where the service uses one of them for something else, its own meaning gives way. */
function recordFrom(
  spelling: Spelling,
  record: Json,
  inside: (name: string, value: unknown) => unknown,
): Json {
  const named = Object.entries(record).map(([wire, value]) => {
    const name = spelling.ours.get(wire) ?? wire;
    const read = inside(name, value) ?? fromWire(spelling.members.get(name)?.value, value);
    return { wire, name, value: read };
  });
  if (named.every(({ wire, name, value }) => wire === name && value === record[wire])) {
    return record;
  }
  const meant = named.filter(({ wire }) => spelling.ours.has(wire));
  const copy = Object.fromEntries([...named, ...meant].map(({ name, value }) => [name, value]));
  return remember(copy, record);
}

/** Cents as a number, as text, or as `{value, currency}`. */
function inDollars(value: unknown): unknown {
  if (typeof value === 'number') return centsAsDollars(value);
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) {
    return centsAsDollars(Number(value));
  }
  return isJson(value) && 'value' in value ? { ...value, value: inDollars(value['value']) } : value;
}
