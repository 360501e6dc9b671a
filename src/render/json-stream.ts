import { jsonText } from './json.ts';

interface Layout {
  readonly compact: boolean;
  readonly indent: string;
}

/** The number of list items that are serialized together. */
const CHUNK_ROWS = 250;
/** Parts are collected up to this many characters, so that a write is worth it. */
const LARGE = 64 * 1024;

/** Yields the text of `jsonText` in parts, so that a record with 100,000 rows is not held as one string. */
export function* jsonParts(value: unknown, { compact = false } = {}): Generator<string> {
  let buffered = '';
  for (const part of partsOf(value, { compact, indent: '' })) {
    buffered += part;
    if (buffered.length < LARGE) continue;
    yield buffered;
    buffered = '';
  }
  yield buffered;
}

function* partsOf(value: unknown, layout: Layout): Generator<string> {
  if (Array.isArray(value) && value.length > CHUNK_ROWS) yield* listParts(value, layout);
  else if (isPlain(value)) yield* recordParts(value, layout);
  else yield indented(jsonText(value, layout), layout);
}

function* recordParts(record: object, { compact, indent }: Layout): Generator<string> {
  const inner = { compact, indent: `${indent}  ` };
  let before = '{';
  for (const [name, member] of Object.entries(record)) {
    if (isLeftOut(member)) continue;
    yield compact ? `${before}${jsonText(name)}:` : `${before}\n${inner.indent}${jsonText(name)}: `;
    yield* partsOf(member, inner);
    before = ',';
  }
  if (before === '{') yield '{}';
  else yield compact ? '}' : `\n${indent}}`;
}

/** Yields a list in groups of items, each serialized as a list without its brackets. */
function* listParts(list: readonly unknown[], layout: Layout): Generator<string> {
  const { compact, indent } = layout;
  for (let from = 0; from < list.length; from += CHUNK_ROWS) {
    const group = jsonText(list.slice(from, from + CHUNK_ROWS), layout);
    yield `${from === 0 ? '[' : ','}${indented(group.slice(1, compact ? -1 : -2), layout)}`;
  }
  yield compact ? ']' : `\n${indent}]`;
}

/** Indents the lines of serialized JSON. A JSON string contains no line breaks. */
const indented = (text: string, { indent }: Layout) =>
  indent === '' ? text : text.replaceAll('\n', `\n${indent}`);

/** Reports whether `JSON.stringify` omits a field with this value. */
const isLeftOut = (value: unknown) => ['undefined', 'function', 'symbol'].includes(typeof value);

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !('toJSON' in value);
