import { upload } from './file-upload.ts';
import type { Operation } from './operation.ts';
import { type NamedOperation, specOperations } from './operations.ts';
import { signInOperation } from './sign-in.ts';

/** Everything that the program calls: the 63 of the specification, and the two that it mentions and does not show. */
export const allOperations: readonly NamedOperation[] = [
  ...specOperations,
  { id: 'auth.signIn', ...signInOperation },
  { id: 'files.upload', ...upload },
];

/** The operation that this one is, under its name; undefined for one that is none of ours. */
export const findOperation = ({ method, path }: Operation): NamedOperation | undefined =>
  allOperations.find((it) => it.method === method && it.path === path);

/** Why the path of an operation is an assumption; undefined where the specification states it. */
export function pathReasonOf({ id, path }: NamedOperation): string | undefined {
  if (path.includes('linkprovider')) return "the spec leaves out the provider's name";
  return specOperations.some((it) => it.id === id) ? undefined : 'the spec does not show the path';
}
