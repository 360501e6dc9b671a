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
