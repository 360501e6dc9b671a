import { describe, expect, test } from 'vitest';
import { linesOf, ofx1, problemsOf, read, transaction } from './statements.ts';

const camt = (inside: string) =>
  `<?xml version="1.0"?>\n${inside}<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>1</IBAN></Id></Acct></Stmt></BkToCstmrStmt></Document>`;

describe('encodings', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  const csv = 'Date,Text,Amount\n2026-03-05,Café “Linge”,1.00\n';
  const columns = {
    columns: [
      ['date', 'Date'],
      ['amount', 'Amount'],
      ['description', 'Text'],
    ],
  } as const;
  const cp1252 = Buffer.from(csv.replace('“', '\x93').replace('”', '\x94'), 'latin1');

  test.for([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${csv}`)],
    ['UTF-16 LE with a byte order mark', utf16(`\uFEFF${csv}`)],
    ['UTF-16 BE with a byte order mark', utf16(`\uFEFF${csv}`).swap16()],
    ['UTF-16 LE without one', utf16(csv)],
    ['UTF-16 BE without one', utf16(csv).swap16()],
    ['Windows-1252', cp1252],
  ] as const)('%s is read', async ([, bytes]) => {
    expect(await linesOf(bytes, columns)).toEqual([[2, '2026-03-05', 100, 'Café “Linge”']]);
  });

  test('OFX is read in an encoding that its header does not declare', async () => {
    const text = ofx1(transaction({ NAME: 'Café' }));
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1')]) {
      expect((await linesOf(bytes))[0]?.[3]).toContain('Café');
    }
  });
});

describe('what is no statement is told by what it is', () => {
  test.for([
    ['', '1: is empty'],
    ['PK\u0003\u0004\u0014', '1: is an Excel workbook or a ZIP file: save it as CSV'],
    ['%PDF-1.7\n', '1: is a PDF file: download the statement as OFX, camt.053, BAI2 or CSV'],
    [
      ':20:STARTUMSE\n',
      '1: is SWIFT MT940, which is not supported: export it as camt.053, BAI2 or OFX',
    ],
    ['Date,Amount\n2026-03-05,1\0\n', '2: is not text (NUL character)'],
    [
      '<html><body>Sign in</body></html>',
      '1: is not a camt.053 statement: its root element is <html>',
    ],
    [
      '<?xml version="1.0"?>\n<a>\n<b></a>',
      expect.stringMatching(/^3: is not XML: Expected closing tag 'b'/),
    ],
    ['<?xml version="1.0"?><a/><b/>', '1: an XML document has one root element'],
  ])('%j', async ([text, problem]) => {
    expect(await problemsOf(text as string)).toEqual([problem]);
  });

  test('a compressed one and an old workbook, too', async () => {
    expect(await problemsOf(Uint8Array.from([0x1f, 0x8b, 8, 0]))).toEqual([
      '1: is compressed with gzip: unpack it first',
    ]);
    expect(await problemsOf(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toEqual([
      '1: is an Excel workbook: save it as CSV',
    ]);
  });
});

describe('entities', () => {
  const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "${'&lol;'.repeat(100)}">]>\n`;
  const outside = '<!DOCTYPE a SYSTEM "file:///etc/passwd">\n';

  test.for([laughs, outside])('that are declared are refused: %#', async (declaration) => {
    expect(await problemsOf(camt(declaration))).toEqual([
      '2: a document type declaration is not accepted',
    ]);
  });

  test('in SGML, stay what they are', async () => {
    const text = ofx1(transaction({ MEMO: '&lol; &#0; &#1114112; &#xD800;' }));
    expect((await linesOf(text.replace('<OFX>', `${laughs}<OFX>`)))[0]?.[3]).toBe(
      'COASTAL LINEN IN &lol; &#0; &#1114112;',
    );
  });
});

describe('nesting', () => {
  test('is limited, and the line is named', async () => {
    const deep = `\n<A>`.repeat(100_000);
    expect(await problemsOf(`<?xml version="1.0"?>${deep}`)).toEqual([
      '65: elements are nested deeper than 64 levels',
    ]);
    expect(await problemsOf(`<OFX>${deep}</A></OFX>`)).toEqual([
      '64: elements are nested deeper than 64 levels',
    ]);
  });
});

describe('files of many megabytes take seconds', () => {
  const MEGABYTE = 1024 * 1024;

  test.for([
    ['open comments', `<OFX>${'<!--'.repeat(MEGABYTE)}</OFX>`],
    ['open declarations', `<OFX>${'<!'.repeat(2 * MEGABYTE)}</OFX>`],
    ['open tags', `<OFX>${'<A'.repeat(2 * MEGABYTE)}</OFX>`],
    ['one long tag', `<?xml version="1.0"?><${'a'.repeat(4 * MEGABYTE)}`],
    ['ampersands', `<?xml version="1.0"?><a>${`<b>${'&'.repeat(50_000)}</b>`.repeat(40)}</a>`],
    ['attributes', `<?xml version="1.0"?><a>${`<b ${'c="1" '.repeat(10_000)}/>`.repeat(20)}</a>`],
    ['spaces', `<?xml version="1.0"?><a>${' '.repeat(4 * MEGABYTE)}</a>`],
    ['elements', `<?xml version="1.0"?><a>${'<b/>'.repeat(MEGABYTE)}</a>`],
    ['quotes', `Date,Amount\n${'"'.repeat(4 * MEGABYTE)}`],
    ['commas', `01,${','.repeat(4 * MEGABYTE)}`],
    ['slashes', `01,a,b,260305,,1,,,2/\n${'/ '.repeat(2 * MEGABYTE)}`],
  ])('%s', { timeout: 30_000 }, async ([, text = '']) => {
    await expect(read(text)).rejects.toThrow();
  });

  test('twenty thousand transactions are read whole', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => transaction({ FITID: `${at}` }));
    const { statements } = await read(ofx1(...many));
    expect(statements[0]?.lines).toHaveLength(20_000);
  });
});

test('text that acts in a terminal loses its control characters', async () => {
  const text = ofx1(
    transaction({ NAME: '\u001b]0;owned\u0007', MEMO: 'a\u0085b\u2028c\u200d\u00add\ud800' }),
  );
  expect((await linesOf(text))[0]?.[3]).toBe(']0;owned a b c d\ufffd');
  expect(await problemsOf(ofx1(transaction({ TRNAMT: '\u001b[2J5' })))).toEqual([
    "20: the amount '[2J5' is not a number",
  ]);
});
