/** Returns a function that calls `make` at its first call and returns the cached value afterwards. */
export function memoize<Value>(make: () => Value): () => Value {
  let memo: { readonly value: Value } | undefined;
  return () => {
    memo ??= { value: make() };
    return memo.value;
  };
}
