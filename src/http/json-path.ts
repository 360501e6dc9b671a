export type Json = Readonly<Record<string, unknown>>;

export const isJson = (it: unknown): it is Json =>
  typeof it === 'object' && it !== null && !Array.isArray(it);

/** The member at a path like `meta.total`. */
export const memberAt = (it: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) => (isJson(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      it,
    );

/** The first that is text and says something. */
export const firstText = (candidates: readonly unknown[]): string | undefined =>
  candidates.find((it): it is string => typeof it === 'string' && it.trim() !== '');
