const replaced = new WeakSet<object>();

/** Marks a record that took the place of an older one: answered with 200 where a new one is 201. */
export function markReplaced<Body extends object>(body: Body): Body {
  replaced.add(body);
  return body;
}

export const isReplaced = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && replaced.has(result);
