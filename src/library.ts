/**
 * The entry of the package for programs.
 *
 * Its types are written by `packaging/library-types.mjs`: those of the operations come from the description of the API.
 */

import type { ClientOptions, RemitClient } from './library/client-options.ts';
import { openClient } from './library/remit-client.ts';

export {
  AbortedError,
  AppliedError,
  BlockedError,
  ConfigurationError,
  InputError,
  OutcomeUnknownError,
  RejectedError,
  RemitError,
  ResponseError,
  SignInError,
  ThrottledError,
  UnavailableError,
} from './library/remit-error.ts';

/** Creates a client. Nothing is read, opened or connected before the first call. */
const createRemit = (options?: ClientOptions): RemitClient => openClient(process, options);

export { createRemit as createClient };
