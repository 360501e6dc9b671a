/** Cases of which `npm test` takes some, and the project thorough the others. */

import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Cases to run: those of `npm test` if absent, the `rest`, or `all`. */
    cases?: 'rest' | 'all';
  }
}

/** Reports whether a case is to run in this project. */
export function isChosen(isUsual: boolean): boolean {
  const cases = inject('cases');
  return cases === 'all' || isUsual === (cases !== 'rest');
}

/** True if every example of the help is tried in every way: otherwise the project thorough takes one for each of both. */
const triesAllExamples = process.env['REMIT_EXAMPLES'] === 'all';

/** Reports whether a case of the rest is to run also where there is no time for all of them: those of `npm test` all are. */
export const isWorthwhile = (isOneOfEach: boolean): boolean =>
  inject('cases') !== 'rest' || triesAllExamples || isOneOfEach;
