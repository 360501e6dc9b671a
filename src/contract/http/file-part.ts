import * as z from '../schema/schema.ts';

/** A file on its way up: the part of a multipart form. */
export interface FilePart {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

export const FilePart = z.custom<FilePart>(isFilePart);

export function isFilePart(it: unknown): it is FilePart {
  return typeof it === 'object' && it !== null && 'bytes' in it && it.bytes instanceof Uint8Array;
}
