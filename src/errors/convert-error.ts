/** Conversion of errors by their class. */

import type { ErrorInfo } from './error-report.ts';

/** Converts an error of one class. Every class that can reach the end of the program has a row here. */
export type Read = (error: unknown) => ErrorInfo | undefined;

/** Returns the conversion of the errors of a class. */
export const when =
  <Kind extends Error>(
    kind: abstract new (...args: never[]) => Kind,
    read: (error: Kind) => ErrorInfo,
  ): Read =>
  (error) =>
    error instanceof kind ? read(error) : undefined;
