import { jsonText } from './json.ts';

interface Layout {
  readonly compact: boolean;
  readonly indent: string;
}

/** So many items of a list are made text together. */
const TOGETHER = 250;
/** Parts are gathered until they are worth a write. */
const LARGE = 64 * 1024;

/** What `jsonText` gives, in parts: a record that holds a hundred thousand rows needs no text of all of them. */
export function* jsonParts(value: unknown, { compact = false } = {}): Generator<string> {
  let gathered = '';
  for (const part of partsOf(value, { compact, indent: '' })) {
    gathered += part;
    if (gathered.length < LARGE) continue;
    yield gathered;
    gathered = '';
  }
  yield gathered;
}

function* partsOf(value: unknown, layout: Layout): Generator<string> {
  if (Array.isArray(value) && value.length > TOGETHER) yield* listParts(value, layout);
  else if (isPlain(value)) yield* recordParts(value, layout);
  else yield moved(jsonText(value, layout), layout);
}

function* recordParts(record: object, { compact, indent }: Layout): Generator<string> {
  const inner = { compact, indent: `${indent}  ` };
  let before = '{';
  for (const [name, it] of Object.entries(record)) {
    if (isLeftOut(it)) continue;
    yield compact ? `${before}${jsonText(name)}:` : `${before}\n${inner.indent}${jsonText(name)}: `;
    yield* partsOf(it, inner);
    before = ',';
  }
  if (before === '{') yield '{}';
  else yield compact ? '}' : `\n${indent}}`;
}

/** Groups of items as lists of their own, without the brackets. */
function* listParts(list: readonly unknown[], layout: Layout): Generator<string> {
  const { compact, indent } = layout;
  for (let from = 0; from < list.length; from += TOGETHER) {
    const group = jsonText(list.slice(from, from + TOGETHER), layout);
    yield `${from === 0 ? '[' : ','}${moved(group.slice(1, compact ? -1 : -2), layout)}`;
  }
  yield compact ? ']' : `\n${indent}]`;
}

/** In JSON a line break never stands within a text. */
const moved = (text: string, { indent }: Layout) =>
  indent === '' ? text : text.replaceAll('\n', `\n${indent}`);

/** What JSON knows no word for is no member of a record. */
const isLeftOut = (value: unknown) => ['undefined', 'function', 'symbol'].includes(typeof value);

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !('toJSON' in value);
