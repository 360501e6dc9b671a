/** Rules of uploaded files: types and sizes. Pure functions. */

import { ApiError } from '../../api/http/api-error.ts';
import type { FilePart } from '../../api/http/http-types.ts';

const MEGABYTE = 1024 * 1024;

/** Media types and sizes of logos and attachments. The specification leaves both open. */
export const fileRules = {
  logo: {
    types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    maxBytes: 5 * MEGABYTE,
    allowed: 'PNG, JPEG, WEBP or GIF',
  },
  attachment: {
    types: ['application/pdf', 'image/png', 'image/jpeg'],
    maxBytes: 10 * MEGABYTE,
    allowed: 'PDF, PNG or JPEG',
  },
} as const;

export type FileUse = keyof typeof fileRules;

/**
 * Returns the media type of a file by its first bytes.
 *
 * The name is ignored, so that a page or a script does not pass for an image.
 *
 * @throws {ApiError} 413 if it is too large, 422 for another type
 */
export function checkFile({ bytes }: FilePart, use: FileUse): string {
  const {
    types,
    maxBytes,
    allowed,
  }: { types: readonly string[]; maxBytes: number; allowed: string } = fileRules[use];
  if (bytes.byteLength > maxBytes) throw createTooLargeError(maxBytes);
  const type = mediaTypeOf(bytes);
  if (type !== undefined && types.includes(type)) return type;
  throw new ApiError(422, 'unsupported_file_type', `The file must be ${allowed}.`, {
    problems: [{ field: 'file', code: 'unsupported_file_type', message: `must be ${allowed}` }],
  });
}

/** Creates a 413 that states the limit in MB. */
export const createTooLargeError = (maxBytes: number): ApiError =>
  new ApiError(413, 'file_too_large', `The file must be at most ${maxBytes / MEGABYTE} MB.`);

/** The first bytes of each type in hexadecimal; a dot matches any digit. */
const signatures: readonly (readonly [type: string, bytes: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
];

function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}
