/**
 * Changes of code that change nothing for anybody, each by its line, what it becomes, and why no test can tell. As
 * `npm run mutation-score` prints them.
 */
export const equivalents = [
  {
    file: 'payment-ended.ts',
    from: 'const ending = /payment(failed|cancell?ed|returned)$/i.exec(typeOf(value))?.[1]?.toLowerCase();',
    to: 'const ending = /payment(failed|cancell?ed|returned)$/i.exec(typeOf(value))?.[1].toLowerCase();',
    why: 'Where the pattern matches, so does its group.',
  },
];
