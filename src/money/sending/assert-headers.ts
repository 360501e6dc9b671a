import { type HeaderUse, headerProblem } from '../../api/http/request-headers.ts';
import { UsageError } from '../errors.ts';

/**
 * Checks the headers of the command line (`-H`).
 *
 * @throws {UsageError} for a header that would make the request differ from the one that is shown.
 */
export function assertHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  use: HeaderUse,
): void {
  const problems = headers.flatMap(([name]) => {
    const message = headerProblem(name, use);
    return message === undefined
      ? []
      : [{ field: 'header', message: `--header ${name} ${message}` }];
  });
  if (problems.length === 0) return;
  throw new UsageError(
    problems.map(({ message }) => message),
    { problems },
  );
}
