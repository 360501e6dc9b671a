import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError } from '../context/validation.ts';

const MAX_ATTACHMENTS = 10;

/**
 * Checks that the caller's account uploaded these files; at most 10.
 *
 * @throws {ApiError} 422 for one that is unknown, or for too many
 */
export async function checkAttachments(
  { db, caller }: HandlerContext,
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return;
  if (references.length > MAX_ATTACHMENTS) {
    const message = `A payable has at most ${MAX_ATTACHMENTS} attachments.`;
    throw createInvalidFieldError('invalid_attachments', 'attachments', message);
  }
  const known = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', references)
    .where('account_id', '=', caller?.accountId ?? '')
    .execute();
  const unknown = references.find((reference) => !known.some(({ id }) => id === reference));
  if (unknown === undefined) return;
  throw createInvalidFieldError(
    'unknown_attachment',
    'attachments',
    `File ${unknown} does not exist.`,
  );
}

/** Replaces the files of a payable. */
export async function recordAttachments(
  { db }: HandlerContext,
  payableId: string,
  references: readonly string[],
): Promise<void> {
  await db.deleteFrom('payable_files').where('payable_id', '=', payableId).execute();
  if (references.length === 0) return;
  const rows = [...new Set(references)].map((id) => ({ file_id: id, payable_id: payableId }));
  await db.insertInto('payable_files').values(rows).execute();
}

/** Reports whether a file is attached to a payable that a business of this account may see. */
export async function stands(
  { db }: HandlerContext,
  fileId: string,
  accountId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('payable_files')
    .innerJoin('payables', 'payables.id', 'payable_files.payable_id')
    .innerJoin('businesses', (join) =>
      join.on((on) =>
        on.or([
          on('businesses.id', '=', on.ref('payables.payee_id')),
          on.and([
            on('businesses.id', '=', on.ref('payables.payer_id')),
            on('payables.status', '!=', 'DRAFT'),
          ]),
        ]),
      ),
    )
    .select('payables.id')
    .where('payable_files.file_id', '=', fileId)
    .where('businesses.account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
