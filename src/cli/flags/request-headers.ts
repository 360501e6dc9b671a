import { headerProblem } from '../../contract/http/request-headers.ts';
import { UsageError } from '../errors.ts';

/** Throws `UsageError` for a header of the command line (`-H`) that would make a request another one than is shown. */
export function assertHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  { isWrite }: { readonly isWrite: boolean },
): void {
  const problems = headers.flatMap(([name]) => {
    const message = headerProblem(name, { isWrite });
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
