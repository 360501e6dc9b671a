/** Bank statements for tests. */

import type { CsvChoice } from '../../src/cash/match/statement/read-csv.ts';
import { readStatement } from '../../src/cash/match/statement/read-statement.ts';
import { UnreadableFileError } from '../../src/cli/input/file-problems.ts';

/** Reads a statement from its text or bytes. */
export const read = (content: string | Uint8Array, csv: Partial<CsvChoice> = {}) =>
  readStatement(typeof content === 'string' ? Buffer.from(content) : content, {
    columns: [],
    dateFormat: undefined,
    remembered: [],
    ...csv,
  });

/** Returns the problems of a statement that cannot be read, as `line: what`. */
export async function problemsOf(
  content: string | Uint8Array,
  csv: Partial<CsvChoice> = {},
): Promise<readonly string[]> {
  const error = await read(content, csv).then(
    () => undefined,
    (it: unknown) => it,
  );
  if (!(error instanceof UnreadableFileError)) throw error ?? new Error('it was read');
  return error.problems.map(({ line, what }) => `${line}: ${what}`);
}

/** Returns the lines of a statement in short: line, date, cents, text. */
export const linesOf = async (content: string | Uint8Array, csv: Partial<CsvChoice> = {}) =>
  (await read(content, csv)).statements.flatMap(({ lines }) =>
    lines.map(({ line, date, cents, text }) => [line, date, cents, text]),
  );

/** The header of OFX 1. */
export const OFX1_HEADER = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
  '',
].join('\r\n');

/** Returns an OFX 1 file with transactions, as most American banks write it. */
export const ofx1 = (...transactions: readonly string[]): string =>
  `${OFX1_HEADER}<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260401120000[-5:EST]<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>110000000<ACCTID>000000009131<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301000000[-5:EST]<DTEND>20260331
${transactions.join('\n')}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>1250.00<DTASOF>20260331</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

/** Returns a transaction of OFX 1, without end tags. */
export const transaction = (fields: Readonly<Record<string, string>> = {}): string => {
  const all = {
    TRNTYPE: 'DEBIT',
    DTPOSTED: '20260305120000[-5:EST]',
    TRNAMT: '-1840.00',
    FITID: '20260305001',
    NAME: 'COASTAL LINEN IN',
    MEMO: 'ACH DEBIT CL-1001',
    ...fields,
  };
  const inside = Object.entries(all).map(([name, value]) => `<${name}>${value}\n`);
  return `<STMTTRN>\n${inside.join('')}</STMTTRN>`;
};
