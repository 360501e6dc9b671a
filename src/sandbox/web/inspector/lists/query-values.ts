/** The values of filters in the query of a list. */

import { lowerCase, searchedCents } from '../search-text.ts';

/** Reads the values of a query. A value that cannot be understood is a problem and never ignored. */
export interface QueryValues {
  /** Returns the text of a name; `undefined` for none or an empty one. */
  readonly text: (name: string) => string | undefined;
  /** Returns the choice of a name. */
  readonly choice: <Choice extends string>(
    name: string,
    choices: readonly Choice[],
  ) => Choice | undefined;
  /** Returns the amount of a name in cents. */
  readonly amount: (name: string) => number | undefined;
  /** Returns the calendar date of a name. */
  readonly date: (name: string) => string | undefined;
  /** Sentences about the values that were not understood. */
  readonly problems: readonly string[];
}

/** Creates a reader of the values of a query. */
export function createQueryValues(query: URLSearchParams): QueryValues {
  const problems: string[] = [];

  function understood<Value>(
    name: string,
    read: (text: string) => Value | undefined,
    remedy: string,
  ): Value | undefined {
    const text = textOf(name);
    const value = text === undefined ? undefined : read(text);
    if (text !== undefined && value === undefined) problems.push(`“${text}” ${remedy}`);
    return value;
  }

  // PostgreSQL refuses the character U+0000.
  function textOf(name: string): string | undefined {
    const text = (query.get(name) ?? '').replaceAll(/\p{Cc}/gu, ' ').trim();
    return text === '' ? undefined : text.slice(0, 100);
  }

  return {
    text: textOf,
    choice: (name, choices) =>
      understood(
        name,
        (text) => choices.find((it) => lowerCase(it) === lowerCase(text)),
        `is none of ${choices.join(', ')}.`,
      ),
    amount: (name) => understood(name, searchedCents, 'is no amount. Write it as 1,250.00.'),
    date: (name) => understood(name, readDate, 'is no date. Write it as 2026-03-31.'),
    problems,
  };
}

function readDate(text: string): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate && new Date(text).toISOString().startsWith(text) ? text : undefined;
}
