/** A key occurs twice in one object of a JSON text. */
export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError';
  readonly key: string;
  /** Which of the outermost objects has it, from 1. */
  readonly item: number;

  constructor(key: string, item: number) {
    super(`the member '${key}' occurs twice in one object`);
    this.key = key;
    this.item = item;
  }
}

/**
 * Parses a JSON text in which no object has a key twice: people and programs could read different values.
 *
 * @throws {SyntaxError} If it is not JSON.
 * @throws {DuplicateKeyError} If a key occurs twice; `JSON.parse` would keep the last one.
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  assertUniqueKeys(text);
  return value;
}

/** Refuses a valid JSON text with a key that occurs twice in one object. */
function assertUniqueKeys(json: string): void {
  const open: Set<string>[] = [];
  let items = 0;
  for (const [token, text, colon] of json.matchAll(tokens)) {
    if (token === '{') {
      if (open.length === 0) items += 1;
      open.push(new Set());
    } else if (token === '}') open.pop();
    else if (text !== undefined && colon !== undefined)
      addKey(JSON.parse(text), open.at(-1), items);
  }
}

function addKey(key: string, keys: Set<string> | undefined, item: number): void {
  if (keys?.has(key)) throw new DuplicateKeyError(key, item);
  keys?.add(key);
}

/** A brace, or a string and the colon after it: in valid JSON only a key is followed by a colon. */
const tokens = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")([ \t\n\r]*:)?/g;
