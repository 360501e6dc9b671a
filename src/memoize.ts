/** Returns a function that calls `make` at its first call and returns the cached value afterwards. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
