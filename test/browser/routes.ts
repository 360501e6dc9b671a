/** Comparison of the pages that a test visits with the routes of the sandbox. */

import type { Endpoint } from '../../src/sandbox/context/handler-context.ts';

/** Returns the paths of GET routes that none of the visited paths matches, except those of `exempt`. */
export const unvisitedRoutes = (
  endpoints: readonly Endpoint[],
  visited: Iterable<string>,
  exempt: ReadonlyMap<string, string>,
): readonly string[] => {
  const paths = [...visited];
  const routes = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return routes.filter((route) => !exempt.has(route) && !paths.some(matches(route)));
};

/** Returns a function that reports whether a path is one of a route. A literal segment wins over a placeholder. */
const matches = (route: string) => {
  const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return (path: string) => pattern.test(path);
};
