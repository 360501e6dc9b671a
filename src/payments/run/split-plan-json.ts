/** Splitting of a plan file's JSON without parsing it. */

/** A split plan file: its JSON with an empty list of payments, and the JSON of each payment. */
export interface SplitPlan {
  readonly frame: string;
  readonly rows: Iterable<string>;
}

/**
 * Takes the payments out of the JSON of a plan, so that 100,000 of them can be parsed one by one.
 *
 * If `plan.payments` is not unambiguous, `rows` is empty and the payments stay in the frame. Malformed JSON is left for
 * the parser of the parts.
 */
export function splitPlanJson(bytes: Uint8Array): SplitPlan {
  const found = insideOf(bytes, ['plan', 'payments']);
  if (!found) return { frame: textOf(bytes), rows: [] };
  const frame = [bytes.subarray(0, found.from), bytes.subarray(found.to)].map(textOf).join('');
  return { frame, rows: itemsOf(bytes.subarray(found.from, found.to)) };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the byte range inside the only list at `path`; `undefined` if it is missing or ambiguous. */
function insideOf(bytes: Uint8Array, path: readonly string[]): Range | undefined {
  const place = new Place(path);
  const found: Range[] = [];
  let from = 0;
  for (const at of marks(bytes)) {
    const mark = bytes[at] ?? 0;
    place.pass(bytes, at);
    if (opens(mark) && place.depth === path.length + 1) from = at + 1;
    if (mark === LIST_END && place.isThere()) found.push({ from, to: at });
  }
  return found.length === 1 && !place.isDoubtful ? found[0] : undefined;
}

/** The current position in a JSON text, as the names of the enclosing members. */
class Place {
  depth = 0;
  /** True after a name with an escape sequence, which may spell any name. */
  isDoubtful = false;
  readonly #path: readonly string[];
  readonly #names: string[] = [];
  #word = 0;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  isThere(): boolean {
    const { length } = this.#path;
    return this.depth === length && this.#path.every((name, at) => name === this.#names[at]);
  }

  pass(bytes: Uint8Array, at: number): void {
    const mark = bytes[at] ?? 0;
    if (mark === QUOTE) this.#word = at;
    else if (mark === COLON) this.#enter(bytes.subarray(this.#word, at));
    else if (closes(mark)) this.depth--;
    else if (opens(mark)) this.#names.length = Math.min(this.#names.length, this.depth++);
  }

  #enter(word: Uint8Array): void {
    if (this.depth > this.#path.length) return;
    const name = textOf(word).trim();
    if (name.includes('\\')) this.isDoubtful = true;
    this.#names[this.depth - 1] = name.slice(1, -1);
  }
}

/** Yields the items of a list, given the bytes between its brackets. */
function* itemsOf(list: Uint8Array): Generator<string> {
  let [depth, from] = [0, 0];
  for (const at of marks(list)) {
    const mark = list[at] ?? 0;
    if (opens(mark)) depth++;
    if (closes(mark)) depth--;
    if (mark !== COMMA || depth > 0) continue;
    yield textOf(list.subarray(from, at));
    from = at + 1;
  }
  const last = textOf(list.subarray(from));
  if (from > 0 || last.trim() !== '') yield last;
}

/** Yields the positions of brackets, commas, colons, and the opening quote of each string. */
function* marks(bytes: Uint8Array): Generator<number> {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isMark[byte] !== 1) continue;
    yield at;
    if (byte === QUOTE) at = endOfText(bytes, at);
  }
}

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
for (const mark of Buffer.from('{}[]",:')) isMark[mark] = 1;

const opens = (mark: number) => mark === 0x7b || mark === 0x5b;
const closes = (mark: number) => mark === 0x7d || mark === LIST_END;

const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
