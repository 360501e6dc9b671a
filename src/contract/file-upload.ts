import { FilePart } from './http/http-types.ts';
import type { Operation } from './operation.ts';
import { withAliases, withAssumption } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

/**
 * The upload of a file for `attachments`.
 *
 * The specification mentions "a file upload endpoint" that returns the references in `attachments`, but does not show
 * it, so it is not one of the 63 operations. Its effect is `set`, since uploading again only leaves an unreferenced
 * file.
 */
export const upload = {
  method: 'POST',
  path: '/api/files',
  summary: 'Upload a file to attach to payables',
  effect: 'set',
  success: 201,
  consumes: 'multipart/form-data',
  body: z.object({ file: FilePart }),
  response: withAssumption(
    z.looseObject({
      fileReference: withAliases(z.string(), 'id', 'reference', 'key', 'fileId', 'url'),
    }),
    'the spec shows neither path nor response of the upload',
  ),
} as const satisfies Operation;
