/**
 * The first member that stands twice in one object of a JSON text, by its name; undefined where there is none.
 * `JSON.parse` keeps the last of two without a word, and another reader may keep the first. The text must be valid JSON.
 */
export function duplicateKeyIn(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    if (opens.has(token)) objects.push(new Set());
    else if (closes.has(token)) objects.pop();
    else if (token === ':') {
      const name = String(JSON.parse(last));
      if (objects.at(-1)?.has(name)) return name;
      objects.at(-1)?.add(name);
    }
    last = token;
  }
  return undefined;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;
const opens = new Set(['{', '[']);
const closes = new Set(['}', ']']);
