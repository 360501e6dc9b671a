import { unreadable } from './file-problems.ts';

/** The text of a file, and the encoding in which it was read. */
export interface DecodedText {
  readonly text: string;
  /** `windows-1252` is a guess: any bytes that are not valid UTF-8 could be another code page. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/**
 * Decodes the bytes of a file: by its byte order mark, as UTF-16 if every other byte is zero, as UTF-8 if it is valid,
 * else as Windows-1252. An encoding that the file declares is ignored, since many are wrong. `pdfHint` says what to do
 * instead of giving a PDF file.
 *
 * @throws {UnreadableFileError} for a file that is not text.
 */
export function decodeText(bytes: Uint8Array, pdfHint = 'save it as CSV'): DecodedText {
  const kind = binaryKind(bytes, pdfHint);
  if (kind !== undefined) throw unreadable(1, kind);
  const found = decoded(bytes);
  const zero = found.text.indexOf('\0');
  if (zero < 0) return found;
  const line = found.text.slice(0, zero).split(/\r\n?|\n/).length;
  throw unreadable(line, 'is not text (NUL character)');
}

function decoded(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  if (first !== 0 && second === 0) return decodeAs('utf-16le', bytes);
  if (first === 0 && second !== 0) return decodeAs('utf-16be', bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text, encoding: 'utf-8' };
  } catch {
    return { text: fromWindows1252(bytes), encoding: 'windows-1252' };
  }
}

const decodeAs = (encoding: 'utf-16le' | 'utf-16be', bytes: Uint8Array): DecodedText => ({
  text: new TextDecoder(encoding).decode(bytes),
  encoding,
});

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

const signatures: readonly { readonly starts: string; readonly what: string }[] = [
  { starts: 'PK\u0003\u0004', what: 'is an Excel workbook or a ZIP file: save it as CSV' },
  { starts: '\u00d0\u00cf\u0011\u00e0', what: 'is an Excel workbook: save it as CSV' },
  { starts: '%PDF-', what: 'is a PDF file' },
  { starts: '\u001f\u008b', what: 'is compressed with gzip: unpack it first' },
];

function binaryKind(bytes: Uint8Array, pdfHint: string): string | undefined {
  if (bytes.length === 0) return 'is empty';
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  const what = signatures.find(({ starts }) => start.startsWith(starts))?.what;
  return start.startsWith('%PDF-') ? `${what}: ${pdfHint}` : what;
}
