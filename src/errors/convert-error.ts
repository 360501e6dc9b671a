import type { ErrorInfo } from './error-report.ts';

/** Converts an error of one class. Every class that can reach the end of the program has a row here. */
export type Read = (error: unknown) => ErrorInfo | undefined;

/** The facts of an error; its own message applies unless another one is given. */
type Details = Omit<ErrorInfo, 'message'> & { readonly message?: string };

/** Defines the conversion of the errors of a class. */
export const when =
  <Kind extends Error>(
    kind: abstract new (...args: never[]) => Kind,
    read: (error: Kind) => Details,
  ): Read =>
  (error) =>
    error instanceof kind ? { message: error.message, ...read(error) } : undefined;

/** Defines the conversion of the errors of a class that prevent a request from being sent. */
export const whenNotSent = <Kind extends Error>(
  kind: abstract new (...args: never[]) => Kind,
  read: (error: Kind) => Details,
): Read => when(kind, (error) => ({ outcome: 'not-sent', ...read(error) }));
