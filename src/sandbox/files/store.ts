import { createHash } from 'node:crypto';
import type { FilePart } from '../../api/http/http-types.ts';
import { logoUrlOf } from '../business/records.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Reply } from '../context/problem-details.ts';
import { createNotFoundError } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { checkFile, type FileUse } from './rules.ts';

/**
 * Saves a file of the caller's account, byte for byte.
 *
 * @throws {ApiError} 413 if it is too large, 422 for another type
 */
export async function keepFile(
  context: HandlerContext,
  file: FilePart,
  use: FileUse,
): Promise<Row<'files'>> {
  const row = {
    id: context.newId('file'),
    account_id: context.caller?.accountId ?? '',
    filename: nameOf(file),
    content_type: checkFile(file, use),
    size: file.bytes.byteLength,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    bytes: file.bytes,
    created_at: context.now().toISOString(),
  };
  await context.db.insertInto('files').values(row).execute();
  return row;
}

/** Returns the file name without its path. */
const nameOf = ({ filename }: FilePart): string =>
  filename.replaceAll(/^.*[\\/]|\p{Cc}/gu, '').slice(0, 255) || 'file';

/** Returns the response for a file, with headers that keep a browser from running it. */
export const fileReply = ({ bytes, content_type, filename, sha256 }: Row<'files'>): Reply => ({
  status: 200,
  headers: {
    'Content-Type': content_type,
    'Content-Disposition': `inline; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${sha256}"`,
  },
  body: new Uint8Array(bytes),
});

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
  return fileReply(await rowAt(context.db, 'files', fileId));
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
