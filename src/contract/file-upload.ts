import { FilePart } from './http/http-types.ts';
import type { Operation } from './operation.ts';
import { withAliases, withAssumption } from './schema/field-types.ts';
import * as z from './schema/schema.ts';

/**
 * "A file upload endpoint" yields the references that stand in `attachments`, says the specification, and shows nothing of
 * it: that is why this operation is none of the 63. Uploading again leaves a file that nothing refers to, and no harm.
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
