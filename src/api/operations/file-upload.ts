import * as z from 'zod/mini';
import { FilePart } from '../http/http-types.ts';
import { withAliases, withAssumption } from '../schema/field-types.ts';
import { defineOperation } from './operation.ts';

/**
 * The upload of a file for `attachments`.
 *
 * The specification mentions "a file upload endpoint" that returns the references in `attachments`, but does not show
 * it, so it is not one of `operations`. Its effect is `set`, since uploading again only leaves an unreferenced
 * file.
 */
export const upload = defineOperation({
  method: 'POST',
  path: '/api/files',
  summary: 'Upload a file to attach to payables',
  effect: 'set',
  success: 201,
  consumes: 'multipart/form-data',
  body: () => z.object({ file: FilePart }),
  response: () =>
    withAssumption(
      z.looseObject({
        fileReference: withAliases(z.string(), 'id', 'reference', 'key', 'fileId', 'url'),
      }),
      'the spec shows neither path nor response of the upload',
    ),
});
