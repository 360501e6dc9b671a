/** Cases of which a run of the suite takes some, and another run the others. */

import process from 'node:process';

/**
 * Reports whether a case is to run. The environment variable chooses: `all` cases, the `rest` of those that usually run,
 * or by default those that usually run.
 *
 * @throws {Error} If the variable has another value.
 */
export function isChosen(variable: string, isUsual: boolean): boolean {
  const choice = process.env[variable];
  if (choice === undefined) return isUsual;
  if (choice === 'all') return true;
  if (choice === 'rest') return !isUsual;
  throw new Error(`${variable} must be all or rest, and is ${choice}`);
}
