/**
 * The entry of the package for programs that need a sandbox, such as tests.
 *
 * Its types are written by `packaging/library-types.mjs`: those of the controls come from their description.
 */

import { openLibrarySandbox } from './sandbox/library/create-sandbox.ts';

export { ApiError } from './api/http/api-error.ts';
export { openLibrarySandbox as createSandbox };
