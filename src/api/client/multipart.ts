import { isFilePart } from '../http/http-types.ts';
import { InvalidRequestError } from './errors.ts';

export interface Form {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Encodes the fields of a body as a multipart form (RFC 7578): a file with its name, everything else as text.
 *
 * @throws {InvalidRequestError} For an object that is not a file.
 */
export function multipartOf(body: unknown): Form {
  const boundary = `remit-${crypto.randomUUID()}`;
  const parts = Object.entries(typeof body === 'object' && body !== null ? body : {}).map(
    ([name, value]) => [`--${boundary}\r\n`, ...partOf(name, value), '\r\n'],
  );
  const chunks = [...parts.flat(), `--${boundary}--\r\n`];
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat(
      chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk)),
    ),
  };
}

function partOf(name: string, value: unknown): (string | Uint8Array)[] {
  if (isFilePart(value)) {
    return [
      `${disposition(name)}; filename="${quoted(value.filename)}"\r\n`,
      'content-type: application/octet-stream\r\n\r\n',
      value.bytes,
    ];
  }
  if (typeof value === 'object')
    throw new InvalidRequestError(`The form field ${name} must be text.`);
  return [`${disposition(name)}\r\n\r\n`, String(value)];
}

const disposition = (name: string) => `content-disposition: form-data; name="${quoted(name)}"`;

/** Escapes a name as browsers do: characters that would end it become percent codes. */
const quoted = (text: string) =>
  text.replace(
    /["\r\n]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
