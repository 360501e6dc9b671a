import { ApiError } from '../../contract/http/api-error.ts';
import type { FilePart } from '../../contract/http/http-types.ts';

const MEGABYTE = 1024 * 1024;

/** What a logo and an attachment may be. The specification leaves types and sizes open. */
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
 * The media type of a file by its first bytes, whatever its name says: an image that is really a page or a script is none.
 * Throws `ApiError`: 413 when it is too large, 422 when it is of another kind.
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

export const createTooLargeError = (maxBytes: number): ApiError =>
  new ApiError(413, 'file_too_large', `The file must be at most ${maxBytes / MEGABYTE} MB.`);

/** How files of each type begin, in hexadecimal; a dot stands for any digit. */
const beginnings: readonly (readonly [type: string, bytes: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
  ['application/pdf', /^255044462d/],
];

function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return beginnings.find(([, begins]) => begins.test(start))?.[0];
}
