/** Splitting of a plan file's JSON without parsing it. */

/** A split plan file: its JSON with an empty list of payments, and the JSON of each payment. */
export interface SplitPlan {
  readonly header: string;
  readonly rows: Iterable<SplitRow>;
}

/** The JSON of one payment, and the number of members in it: every key counts as often as it occurs. */
export interface SplitRow {
  readonly text: string;
  readonly memberCount: number;
}

/**
 * Takes the payments out of the JSON of a plan, so that 100,000 of them can be parsed one by one.
 *
 * If `plan.payments` is not unambiguous, `rows` is empty and the payments stay in the frame. Malformed JSON is left for
 * the parser of the parts.
 */
export function splitPlanJson(bytes: Uint8Array): SplitPlan {
  const found = findRange(bytes, ['plan', 'payments']);
  if (!found) return { header: textOf(bytes), rows: [] };
  const header = [bytes.subarray(0, found.from), bytes.subarray(found.to)].map(textOf).join('');
  return { header, rows: itemsOf(bytes.subarray(found.from, found.to)) };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the byte range inside the only list at `path`; `undefined` if it is missing or ambiguous. */
function findRange(bytes: Uint8Array, path: readonly string[]): Range | undefined {
  const position = new Position(path);
  const found: Range[] = [];
  let start = 0;
  for (let at = markFrom(bytes, 0); at >= 0; at = markAfter(bytes, at)) {
    const byte = bytes[at] ?? 0;
    position.pass(bytes, at);
    if (opens(byte) && position.depth === path.length + 1) start = at + 1;
    if (byte === LIST_END && position.isAtPath()) found.push({ from: start, to: at });
  }
  return found.length === 1 && !position.isDoubtful ? found[0] : undefined;
}

/** The current position in a JSON text, as the names of the enclosing members. */
class Position {
  depth = 0;
  /** True after a name with an escape sequence, which may spell any name. */
  isDoubtful = false;
  readonly #path: readonly string[];
  readonly #names: string[] = [];
  #lastString = 0;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  isAtPath(): boolean {
    const { length } = this.#path;
    return this.depth === length && this.#path.every((name, at) => name === this.#names[at]);
  }

  pass(bytes: Uint8Array, at: number): void {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) this.#lastString = at;
    else if (byte === COLON) this.#push(bytes.subarray(this.#lastString, at));
    else if (closes(byte)) this.depth--;
    else if (opens(byte)) this.#names.length = Math.min(this.#names.length, this.depth++);
  }

  #push(string: Uint8Array): void {
    if (this.depth > this.#path.length) return;
    const name = textOf(string).trim();
    if (name.includes('\\')) this.isDoubtful = true;
    this.#names[this.depth - 1] = name.slice(1, -1);
  }
}

/** Yields the items of a list, given the bytes between its brackets. */
function* itemsOf(list: Uint8Array): Generator<SplitRow> {
  let [depth, start, memberCount] = [0, 0, 0];
  for (let at = markFrom(list, 0); at >= 0; at = markAfter(list, at)) {
    const byte = list[at] ?? 0;
    depth += step(byte);
    if (byte === COLON) memberCount++;
    if (byte !== COMMA || depth > 0) continue;
    yield { text: textOf(list.subarray(start, at)), memberCount };
    [start, memberCount] = [at + 1, 0];
  }
  const text = textOf(list.subarray(start));
  if (start > 0 || text.trim() !== '') yield { text, memberCount };
}

/** Returns the position of the first bracket, comma, colon or opening quote at `from` or later; -1 if there is none. */
function markFrom(bytes: Uint8Array, from: number): number {
  // A generator would take longer than all the rest of the reading.
  for (let at = from; at < bytes.length; at++) if (isMark[bytes[at] ?? 0] === 1) return at;
  return -1;
}

/** Returns the position of the next mark after the one at `at`: after the whole text, if that is an opening quote. */
const markAfter = (bytes: Uint8Array, at: number): number =>
  markFrom(bytes, (bytes[at] === QUOTE ? endOfText(bytes, at) : at) + 1);

/** Returns the position of the closing quote: the first one after an even number of backslashes. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (bytes[before - 1] === BACKSLASH) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return bytes.length;
}

const [QUOTE, COMMA, COLON, BACKSLASH, LIST_END] = [0x22, 0x2c, 0x3a, 0x5c, 0x5d];
const isMark = new Uint8Array(256);
for (const byte of Buffer.from('{}[]",:')) isMark[byte] = 1;

const opens = (byte: number) => byte === 0x7b || byte === 0x5b;
const closes = (byte: number) => byte === 0x7d || byte === LIST_END;
/** Returns the change of the depth at a mark. */
const step = (byte: number) => Number(opens(byte)) - Number(closes(byte));

const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
