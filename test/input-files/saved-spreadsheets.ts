/** Files of invoices as spreadsheets save them, with what is sent and what is said about each. */

export interface SavedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly flags?: string;
  /** Number, dollars, due date and memo of each invoice that is sent; `-` is a number or date that is not given. */
  readonly sent: readonly string[];
  /** The lines on standard error, without the name of the file. */
  readonly said?: readonly string[];
}

const crlf = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
const lf = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const windows1252 = (text: string) => Buffer.from(text, 'latin1');

const GERMAN = '--date-format DD.MM.YYYY';
const MAPPED = `${GERMAN} --map invoiceNumber=Rechnung --map amount=Betrag --map dueDate=Fällig`;

export const savedFiles: readonly SavedFile[] = [
  {
    name: 'Excel, United States, CSV UTF-8',
    content: `\uFEFF${crlf(
      'Invoice Number,Amount,Due Date,Memo',
      'US-1,"$1,234.50 ",3/15/2026,"Towels, blue"',
      'US-2,$77.00 ,4/1/2026,',
    )}`,
    flags: '--date-format MM/DD/YYYY',
    sent: ['US-1 1234.5 2026-03-15 Towels, blue', 'US-2 77 2026-04-01'],
  },
  {
    name: 'Excel, Germany, CSV',
    content: windows1252(
      crlf(
        'Invoice Number;Amount;Due Date;Memo',
        'DE-1;1.234,50;15.03.2026;W\u00e4sche',
        'DE-2;643,80;20.03.2026;',
        'DE-3;77;01.04.2026;',
      ),
    ),
    flags: GERMAN,
    sent: ['DE-1 1234.5 2026-03-15 Wäsche', 'DE-2 643.8 2026-03-20', 'DE-3 77 2026-04-01'],
    said: [
      "not UTF-8: read as Windows-1252, for example 'Wäsche'. If that is wrong, save it as CSV UTF-8.",
    ],
  },
  {
    name: 'Excel, Germany, with a currency format',
    content: crlf('invoiceNumber;amount', 'DC-1;"1.234,50 $"', 'DC-2;"1.000,00 $"'),
    sent: ['DC-1 1234.5 -', 'DC-2 1000 -'],
  },
  {
    name: 'Excel, France, CSV UTF-8',
    content: `\uFEFF${crlf(
      'invoiceNumber;amount;dueDate;memo',
      'FR-1;1\u202f234,50;15/03/2026;Été',
      'FR-2;12\u00a0000,00;01/04/2026;',
    )}`,
    flags: '--date-format DD/MM/YYYY',
    sent: ['FR-1 1234.5 2026-03-15 Été', 'FR-2 12000 2026-04-01'],
  },
  {
    name: 'Excel, Switzerland, CSV',
    content: crlf('invoiceNumber;amount', "CH-1;1'234.50", 'CH-2;77.05'),
    sent: ['CH-1 1234.5 -', 'CH-2 77.05 -'],
  },
  {
    name: 'Excel, United Kingdom, CSV',
    content: crlf('invoiceNumber,amount,dueDate', 'GB-1,"1,234.50",15/03/2026'),
    flags: '--date-format DD/MM/YYYY',
    sent: ['GB-1 1234.5 2026-03-15'],
  },
  {
    name: 'Excel, Netherlands, with text numbers in quotes',
    content: crlf('invoiceNumber;amount;dueDate', '"00017";"1.234,5";"15-03-2026"'),
    flags: '--date-format DD-MM-YYYY',
    sent: ['00017 1234.5 2026-03-15'],
  },
  {
    name: 'Excel, Japan, CSV UTF-8',
    content: `\uFEFF${crlf('invoiceNumber,amount,dueDate,memo', 'JP-1,"1,234",2026/3/15,タオル')}`,
    flags: '--date-format YYYY/MM/DD',
    sent: ['JP-1 1234 2026-03-15 タオル'],
  },
  {
    name: 'Excel, Germany, Unicode Text',
    content: utf16(crlf('Invoice Number\tAmount\tMemo', 'UT-1\t1.234,50\tWäsche', 'UT-2\t5,00\t')),
    sent: ['UT-1 1234.5 - Wäsche', 'UT-2 5 -'],
  },
  {
    name: 'Excel, with a line sep=;',
    content: crlf('sep=;', 'invoiceNumber;amount', 'SE-1;1,234.50', 'SE-2;7.5'),
    sent: ['SE-1 1234.5 -', 'SE-2 7.5 -'],
  },
  {
    name: 'Excel, with empty rows and columns that were once used',
    content: crlf('invoiceNumber,amount,,', 'EM-1,5.00,,', ',,,', ',,,'),
    sent: ['EM-1 5 -'],
  },
  {
    name: 'Excel, with a total',
    content: crlf('invoiceNumber,amount,memo', 'TO-1,100.00,a', 'TO-2,50.50,b', 'Total,150.50,'),
    sent: ['TO-1 100 - a', 'TO-2 50.5 - b'],
    said: ['4: $150.50 is the sum of the rows above: left out (--last-row keep keeps it).'],
  },
  {
    name: 'Excel, Germany, with names of its own, a title, a merged header and a total',
    content: crlf(
      'Rechnungen März 2026;;;;',
      'Empfänger;;Rechnung;;',
      'Nr.;Kunde;Rechnung;Betrag;Fällig',
      '1;Coastal;ME-1;1.234,50;15.03.2026',
      '2;Coastal;ME-2;643,80;20.03.2026',
      ';Summe:;;1.878,30;',
    ),
    flags: MAPPED,
    sent: ['ME-1 1234.5 2026-03-15', 'ME-2 643.8 2026-03-20'],
    said: [
      '2 rows before the header left out.',
      'columns not read: Nr., Kunde.',
      '6: $1,878.30 is the sum of the rows above: left out (--last-row keep keeps it).',
      'The columns are remembered for files with this header (profile test).',
    ],
  },
  {
    name: 'Excel, Germany, with the columns of the file before, remembered',
    content: crlf('Nr.;Kunde;Rechnung;Betrag;Fällig', '3;Coastal;ME-3;77;01.04.2026'),
    sent: ['ME-3 77 2026-04-01'],
    said: ['columns not read: Nr., Kunde.'],
  },
  {
    name: 'LibreOffice, every text in quotes',
    content: lf('"invoiceNumber","amount","memo"', '"LO-1",1234.50,"5"" pipe"', '"LO-2",77,""'),
    sent: ['LO-1 1234.5 - 5" pipe', 'LO-2 77 -'],
  },
  {
    name: 'LibreOffice, Germany, UTF-16 with a line break in a cell',
    content: utf16(lf('invoiceNumber;amount;memo', '"LU-1";"1.234,50";"two\nlines"')).swap16(),
    sent: ['LU-1 1234.5 - two|lines'],
  },
  {
    name: 'Numbers, with the name of the table',
    content: lf('Table 1,,', 'invoiceNumber,amount,memo', 'NU-1,"1,234.50",', 'NU-2,9.99,Soap'),
    sent: ['NU-1 1234.5 -', 'NU-2 9.99 - Soap'],
    said: ['1 row before the header left out.'],
  },
  {
    name: 'Numbers, Germany, without a line break at the end',
    content: lf('invoiceNumber;amount;memo', 'NG-1;"0,50";Seife', 'NG-2;"1.345.678,90";').trimEnd(),
    sent: ['NG-1 0.5 - Seife', 'NG-2 1345678.9 -'],
  },
  {
    name: 'Google Sheets',
    content: crlf('invoiceNumber,amount,dueDate', 'GS-1,"$1,234.50",2026-03-15').trimEnd(),
    sent: ['GS-1 1234.5 2026-03-15'],
  },
  {
    name: 'Google Sheets, Spain: commas between cells, decimal commas in quotes',
    content: crlf('invoiceNumber,amount', 'GE-1,"1.234,50"', 'GE-2,"643,80"'),
    sent: ['GE-1 1234.5 -', 'GE-2 643.8 -'],
  },
  {
    name: 'a last row with the sum alone, which is kept where nobody can be asked',
    content: crlf('invoiceNumber,amount', 'SA-1,10', 'SA-2,20', ',30'),
    sent: ['SA-1 10 -', 'SA-2 20 -', '- 30 -'],
    said: ['4: $30.00 is the sum of the rows above: kept. If it is a total, add --last-row drop.'],
  },
  {
    name: 'a last row with the sum alone and --last-row drop',
    content: crlf('invoiceNumber,amount', 'SD-1,10', 'SD-2,20', ',30'),
    flags: '--last-row drop',
    sent: ['SD-1 10 -', 'SD-2 20 -'],
    said: ['4: $30.00 is the sum of the rows above: left out.'],
  },
  {
    name: 'a last row that is an invoice of the sum, and --last-row drop',
    content: crlf('invoiceNumber,amount', 'SI-1,10', 'SI-2,20', 'SI-3,30'),
    flags: '--last-row drop',
    sent: ['SI-1 10 -', 'SI-2 20 -', 'SI-3 30 -'],
    said: ['4: not the sum of the rows above: kept.'],
  },
  {
    name: 'a single invoice above an equal one without a number',
    content: crlf('invoiceNumber,amount', 'SO-1,10', ',10'),
    sent: ['SO-1 10 -', '- 10 -'],
  },
  {
    name: 'a total with --last-row keep',
    content: crlf('invoiceNumber,amount,memo', 'TK-1,10,', 'TK-2,20,', ',30,Sum'),
    flags: '--last-row keep',
    sent: ['TK-1 10 -', 'TK-2 20 -', '- 30 - Sum'],
  },
  {
    name: 'a total of other rows, which is kept',
    content: crlf('invoiceNumber,amount,memo', 'TN-1,10,', 'TN-2,20,', ',35,Gesamt'),
    sent: ['TN-1 10 -', 'TN-2 20 -', '- 35 - Gesamt'],
    said: ['4: not the sum of the rows above, $30.00: kept.'],
  },
  {
    name: 'thousands without a fraction, and --decimal comma',
    content: crlf('invoiceNumber;amount', 'DX-1;1.234', 'DX-2;12.345'),
    flags: '--decimal comma',
    sent: ['DX-1 1234 -', 'DX-2 12345 -'],
  },
];

export interface RefusedFile extends Omit<SavedFile, 'sent'> {
  readonly said: readonly string[];
}

/** Files of which nothing is sent. */
export const refusedFiles: readonly RefusedFile[] = [
  {
    name: 'Excel, as a workbook',
    content: Buffer.from('PK\u0003\u0004....'),
    said: ['1: is an Excel workbook or a ZIP file: save it as CSV'],
  },
  {
    name: 'Excel, with columns that are too narrow and numbers that it shortened',
    content: crlf('invoiceNumber,amount', 'A-1,########', '2.02603E+11,5', 'A-3,#REF!'),
    said: [
      'has 3 problems; nothing was sent.',
      "2: amount: '########' is cut off by the spreadsheet: widen the column",
      "3: invoiceNumber: '2.02603E+11' was shortened by the spreadsheet: format the column as text",
      "4: amount: '#REF!' is an error of the spreadsheet",
    ],
  },
  {
    name: 'Google Sheets, Germany, with names of its own',
    content: crlf('Rechnung,Betrag', 'A-1,"1,50"'),
    said: ['has the unknown column Rechnung, Betrag.'],
  },
  {
    name: 'thousands or a fraction',
    content: crlf('invoiceNumber;amount', 'A-1;5', 'A-2;1.234'),
    said: ["amount: '1.234' in row 3 may be thousands or a fraction."],
  },
  {
    name: 'decimal commas and decimal points',
    content: crlf('invoiceNumber;amount', 'A-1;643,80', 'A-2;1,200.50'),
    said: ["amount: '643,80' in row 2 has a decimal comma, '1,200.50' in row 3 a decimal point."],
  },
  {
    name: 'decimal commas and points with --decimal point: one problem a cell',
    content: crlf('invoiceNumber;amount', 'A-1;643,80', 'A-2;1,200.50'),
    flags: '--decimal point',
    said: [
      'has 1 problem; nothing was sent.',
      "2: amount: '643,80' has a comma that separates no thousands: write 1234.56 or 1,234.56",
    ],
  },
  {
    name: 'decimal points with --decimal comma',
    content: crlf('invoiceNumber;amount', 'A-1;643,80', 'A-2;1,200.50'),
    flags: '--decimal comma',
    said: [
      'has 1 problem; nothing was sent.',
      "3: amount: '1,200.50' has no decimal comma: write 1234,56 or 1.234,56",
    ],
  },
  {
    name: 'a total below an amount that is not one',
    content: crlf('invoiceNumber,amount', 'A-1,ten', 'A-2,20', 'Total,30'),
    said: [
      'has 2 problems; nothing was sent.',
      "2: amount: 'ten' must be an amount in dollars, such as 1250.00, 1,250.00 or $1,250.00",
      '4: amount: may be the total of the rows above: correct those first',
    ],
  },
  {
    name: 'an invoice number twice, below a line break in a cell',
    content: crlf('invoiceNumber,amount,memo', 'A-1,5,"two\r\nlines"', 'A-2,5,', 'A-1,5,'),
    said: ['has 1 problem; nothing was sent.', '4: invoiceNumber: A-1 is a duplicate of row 2'],
  },
];
