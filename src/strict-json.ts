/** A key occurs twice in one object of a JSON text. */
export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError';
  readonly key: string;

  constructor(key: string) {
    super(`the member '${key}' occurs twice in one object`);
    this.key = key;
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
  const key = duplicateKeyIn(text);
  if (key !== undefined) throw new DuplicateKeyError(key);
  return value;
}

/** Returns the first key that occurs twice in one object of a valid JSON text; `undefined` if every key is unique. */
function duplicateKeyIn(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (text !== undefined && colon !== undefined) {
      const name: string = JSON.parse(text);
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}

/** A brace, or a string and the colon after it: in valid JSON only a key is followed by a colon. */
const tokens = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")([ \t\n\r]*:)?/g;
