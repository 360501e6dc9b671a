import { checkRole, createForbiddenError } from '../access/check-access.ts';
import { authenticate } from '../access/tokens.ts';
import type { Engine } from '../context/engine.ts';
import type { Caller, Endpoint, HandlerContext } from '../context/handler-context.ts';
import { withIdempotencyKey } from '../context/idempotency.ts';
import { MAX_UPLOAD_BYTES } from '../context/request-body.ts';
import { jsonReply } from '../context/success-response.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { isAttachmentVisible } from './attachments.ts';
import { fileReply, keepFile } from './store.ts';

/**
 * Returns the endpoints of attachments.
 *
 * The specification mentions an upload, and shows neither its path nor its shape.
 */
export const fileEndpoints = (engine: Engine): readonly Endpoint[] => [
  {
    method: 'POST',
    path: '/api/files',
    maxBodyBytes: MAX_UPLOAD_BYTES,
    admit: ({ header }) =>
      engine.transact((context) => authenticate(header('authorization'), context)),
    work: (request) =>
      engine.transact(async (anyone) => {
        const caller = await authenticate(request.header('authorization'), anyone);
        const context = { ...anyone, caller };
        const answer = async () => {
          checkRole({ permission: 'files:upload' }, caller);
          return jsonReply(201, toFile(await keepFile(context, request.file(), 'attachment')));
        };
        return withIdempotencyKey(request, context, answer);
      }),
  },
  {
    method: 'GET',
    path: '/api/files/{fileId}',
    work: (request) =>
      engine.transact(async (context) => {
        const caller = await authenticate(request.header('authorization'), context);
        const row = await rowAt(context.db, 'files', request.params['fileId'] ?? '');
        await checkReader(context, caller, row);
        return fileReply(row);
      }),
  },
];

const toFile = ({ id, filename, content_type, size, sha256, created_at }: Row<'files'>) => ({
  id,
  fileReference: id,
  filename,
  contentType: content_type,
  size,
  sha256,
  createdAt: created_at,
});

/**
 * Checks that the caller may read a file: its uploader, or a side of a payable it is attached to.
 *
 * @throws {ApiError} 403 if not
 */
async function checkReader(
  context: HandlerContext,
  { accountId }: Caller,
  row: Row<'files'>,
): Promise<void> {
  if (row.account_id === accountId || (await isAttachmentVisible(context, row.id, accountId)))
    return;
  throw createForbiddenError(`file ${row.id}`);
}
