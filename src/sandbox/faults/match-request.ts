import type { Match } from './fault.ts';

/** What a fault knows a request by. */
export interface Struck {
  readonly method: string;
  readonly path: string;
  /** Id of the operation; undefined off the specification, such as for signing in. */
  readonly operation: string | undefined;
}

/** Whether a fault means this request: everything that it says has to fit. */
export const matches = (match: Match, { method, path, operation }: Struck): boolean =>
  (match.method === undefined || match.method.toUpperCase() === method) &&
  (match.operation === undefined || match.operation === operation) &&
  (match.path === undefined || fits(match.path, path));

const fits = (pattern: string, path: string): boolean =>
  pattern.includes('*') ? globOf(pattern).test(path) : path.startsWith(pattern);

const globOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split(/(\*\*?)/)
      .map(partOf)
      .join('')}$`,
  );

function partOf(part: string): string {
  if (part === '**') return '.*';
  return part === '*' ? '[^/]*' : part.replaceAll(/[\\^$+?.()|[\]{}]/g, '\\$&');
}
