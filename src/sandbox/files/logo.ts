import type { FilePart } from '../../contract/http/http-types.ts';
import { logoUrlOf } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Reply } from '../context/problem-details.ts';
import { createNotFoundError } from '../context/validation.ts';
import { fileAt, fileReply, keepFile } from './store.ts';

/**
 * Saves a logo and deletes the one before.
 *
 * @throws {ApiError} 413 if it is too large, 422 for another type
 */
export async function saveLogo(context: HandlerContext, businessId: string, file: FilePart) {
  const { id, content_type, size } = await keepFile(context, file, 'logo');
  const { logoUrl, updatedAt } = await replace(context, businessId, id);
  return { logoUrl, contentType: content_type, size, updatedAt };
}

/** Deletes the logo, if there is one. */
export const deleteLogo = async (context: HandlerContext, businessId: string) => {
  await replace(context, businessId, null);
  return { logoUrl: null };
};

/**
 * Returns a logo, which is public.
 *
 * @throws {ApiError} 404 if the file is not a logo of a business
 */
export async function readLogo(context: HandlerContext, fileId: string): Promise<Reply> {
  const logo = await context.db
    .selectFrom('businesses')
    .select('id')
    .where('logo_file_id', '=', fileId)
    .executeTakeFirst();
  if (!logo) throw createNotFoundError('logo', fileId);
  return fileReply(await fileAt(context, fileId));
}

async function replace(
  { db, now, options }: HandlerContext,
  businessId: string,
  fileId: string | null,
) {
  const previous = db
    .selectFrom('businesses')
    .select('logo_file_id')
    .where('id', '=', businessId)
    .where('logo_file_id', 'is not', null);
  await db.deleteFrom('files').where('id', 'in', previous).execute();
  const row = await db
    .updateTable('businesses')
    .set({ logo_file_id: fileId, updated_at: now().toISOString() })
    .where('id', '=', businessId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { logoUrl: logoUrlOf(row, options.appUrl), updatedAt: row.updated_at };
}
