import { UnexpectedResponseError } from '../api/client/errors.ts';
import type { FilePart } from '../api/http/http-types.ts';
import { upload } from '../api/operations/file-upload.ts';
import { assertMayWrite } from '../money/gate/policy.ts';
import type { CallContext } from '../money/sending/send-context.ts';

/**
 * Uploads files one after the other and returns their references in order. Under `--dry-run` sends nothing and returns
 * the names of the files in parentheses.
 *
 * @throws {GuardError} if the policy allows no writes.
 * @throws {UnexpectedResponseError} if a response contains no reference.
 */
export async function uploadAll(
  context: CallContext,
  files: readonly FilePart[],
): Promise<string[]> {
  const { connection, write } = context;
  await assertMayWrite(context);
  const references: string[] = [];
  for (const file of files) {
    const sent = write?.dryRun
      ? { fileReference: `(${file.filename})` }
      : await connection.client.call(upload, { body: { file } });
    if (!sent.fileReference) throw withoutReference(file.filename);
    references.push(sent.fileReference);
  }
  return references;
}

const withoutReference = (filename: string) =>
  new UnexpectedResponseError(`${filename} was uploaded, but the response has no file reference.`, {
    status: null,
    requestId: null,
  });
