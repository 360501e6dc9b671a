import type { FilePart } from '../contract/file-part.ts';
import { upload } from '../contract/files.ts';
import type { Means } from './sender.ts';

/** Uploads files one after the other; their references. With --dry-run their names stand for them, and nothing is sent. */
export async function uploadAll(
  { connection, write }: Means,
  files: readonly FilePart[],
): Promise<string[]> {
  const references: string[] = [];
  for (const file of files) {
    const sent = write?.dryRun
      ? { fileReference: `(${file.filename})` }
      : await connection.client.call(upload, { body: { file } });
    references.push(sent.fileReference);
  }
  return references;
}
