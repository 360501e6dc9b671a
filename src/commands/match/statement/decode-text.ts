import { unreadable } from './bank-statement.ts';

/**
 * Decodes the bytes of a statement: by its byte order mark, as UTF-16 if every other byte is zero, as UTF-8 if it is
 * valid, else as Windows-1252. The encoding that the file declares is ignored, since many banks declare a wrong one.
 *
 * @throws {StatementError} for a file that is not text.
 */
export function decodeStatement(bytes: Uint8Array): string {
  const kind = binaryKind(bytes);
  if (kind !== undefined) throw unreadable(1, kind);
  const text = decoded(bytes);
  const zero = text.indexOf('\0');
  if (zero < 0) return text;
  throw unreadable(text.slice(0, zero).split(/\r\n?|\n/).length, 'is not text (NUL character)');
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  if (first !== 0 && second === 0) return decodeAs('utf-16le', bytes);
  if (first === 0 && second !== 0) return decodeAs('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fromWindows1252(bytes);
  }
}

const decodeAs = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding).decode(bytes);

/** The characters of Windows-1252 from 80 to 9F (hexadecimal); those that it leaves out are control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decodes Windows-1252: some versions of Node decode it as ISO 8859-1. */
const fromWindows1252 = (bytes: Uint8Array): string =>
  decodeLatin1(bytes).replace(
    /[\u0080-\u009f]/g,
    (it) => WINDOWS_1252[it.charCodeAt(0) - 0x80] ?? it,
  );

const decodeLatin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Files that people take for statements, by their first bytes. */
const signatures: readonly { readonly starts: string; readonly what: string }[] = [
  { starts: 'PK\u0003\u0004', what: 'is an Excel workbook or a ZIP file: save it as CSV' },
  { starts: '\u00d0\u00cf\u0011\u00e0', what: 'is an Excel workbook: save it as CSV' },
  { starts: '%PDF-', what: 'is a PDF file: download the statement as OFX, camt.053, BAI2 or CSV' },
  { starts: '\u001f\u008b', what: 'is compressed with gzip: unpack it first' },
];

function binaryKind(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'is empty';
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  return signatures.find(({ starts }) => start.startsWith(starts))?.what;
}
