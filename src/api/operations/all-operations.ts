/** All operations, including those that the specification only mentions. */

import { upload } from './file-upload.ts';
import type { Operation } from './operation.ts';
import { type NamedOperation, specOperations } from './operations.ts';
import { signInOperation } from './sign-in.ts';

/** All operations that the program calls: those of the specification, and two that it mentions without their path. */
export const allOperations: readonly NamedOperation[] = [
  ...specOperations,
  { id: 'auth.signIn', ...signInOperation },
  { id: 'files.upload', ...upload },
];

/** Returns the named operation with this method and path; `undefined` for one outside the contract. */
export const findOperation = ({ method, path }: Operation): NamedOperation | undefined =>
  allOperations.find((it) => it.method === method && it.path === path);

/** Returns the reason that the path of an operation is an assumption; `undefined` if the specification states it. */
export function pathReasonOf({ id, path }: NamedOperation): string | undefined {
  if (path.includes('linkprovider')) return "the spec leaves out the provider's name";
  return specOperations.some((it) => it.id === id) ? undefined : 'the spec does not show the path';
}
