import { describe, expect, test } from 'vitest';
import { linesOf, OFX1_HEADER, ofx1, problemsOf, read, transaction } from './statements.ts';

describe('OFX 1 (SGML)', () => {
  test('is read without end tags, with its account, period and balance', async () => {
    const { statements, notices } = await read(ofx1(transaction()));
    expect(notices).toEqual([]);
    expect(statements).toEqual([
      {
        account: '000000009131',
        routingNumber: '110000000',
        from: '2026-03-01',
        to: '2026-03-31',
        opening: null,
        closing: { cents: 125_000, line: 26 },
        lines: [
          {
            line: 17,
            date: '2026-03-05',
            cents: -184_000,
            currency: 'USD',
            transactionId: '20260305001',
            text: 'COASTAL LINEN IN ACH DEBIT CL-1001',
          },
        ],
      },
    ]);
  });

  test('is read on one line, with end tags, self-closed, empty and mistyped ones, and comments', async () => {
    const oneLineOf = (body: string) => {
      const [, ofx = ''] = body.split('\r\n\r\n');
      return `${OFX1_HEADER}${ofx.replaceAll('\n', '')}`;
    };
    const oneLine = oneLineOf(ofx1(transaction()));
    const closed = oneLine.replaceAll(/<([A-Z.]+)>([^<\r\n]+)/g, '<$1>$2</$1>');
    const odd = oneLineOf(
      ofx1(transaction({ CHECKNUM: '</CHECKNUM>', DTUSER: '20260304</DTPOSTED>' })),
    ).replace('<MEMO>', '<EXTDNAME/><!-- <STMTTRN> --><MEMO>');
    for (const text of [oneLine, closed, odd]) {
      expect((await linesOf(text)).map(([, ...rest]) => rest)).toEqual([
        ['2026-03-05', -184_000, 'COASTAL LINEN IN ACH DEBIT CL-1001'],
      ]);
    }
  });

  test('needs neither a header nor the end tag of its list of transactions', async () => {
    const [, ofx = ''] = ofx1(transaction(), transaction({ FITID: '2' })).split('\r\n\r\n');
    expect(await linesOf(ofx)).toHaveLength(2);
    expect(await linesOf(ofx.replace('</BANKTRANLIST>', ''))).toHaveLength(2);
    expect((await read(ofx.replace('</BANKTRANLIST>', ''))).statements[0]?.closing?.cents).toBe(
      125_000,
    );
  });

  test('has references and entities in its text, and nothing that acts in a terminal', async () => {
    const odd = { NAME: 'A&amp;B &#8220;&#x1b;[31m', MEMO: '\u202egnirts', CHECKNUM: '1042' };
    const [line] = await linesOf(ofx1(transaction(odd)));
    expect(line?.[3]).toBe('A&B “ [31m gnirts 1042');
  });

  test.for([
    ['-1840', -184_000],
    ['+0.5', 50],
    ['.07', 7],
    ['-1,840.00', -184_000],
    ['-1840,5', -184_050],
    ['12.3400', 1_234],
    ['1.234,50', 123_450],
    ['-12.345.678,9', -1_234_567_890],
    ['-0.00', 0],
  ] as const)('the amount %s is %i cents', async ([text, cents]) => {
    expect((await linesOf(ofx1(transaction({ TRNAMT: text }))))[0]?.[2]).toBe(cents);
  });

  test.for(['$120', '1,234', '1.2.3', 'R$ 5.326,43', '12e3', '.', '0x1F', '99999999999999'])(
    'the amount %s is refused with its line',
    async (text) => {
      expect(await problemsOf(ofx1(transaction({ TRNAMT: text })))).toEqual([
        `20: the amount '${text}' is not a number`,
      ]);
    },
  );

  test('a fraction of a cent, a missing field and an impossible date are all reported', async () => {
    const text = ofx1(
      transaction({ TRNAMT: '1.005' }),
      transaction({ DTPOSTED: '20260231' }),
      transaction({ FITID: '3' }).replace(/<DTPOSTED>.*\n/, ''),
    );
    expect(await problemsOf(text)).toEqual([
      "20: the amount '1.005' has a fraction of a cent",
      "27: '20260231' is not a date",
      '33: a transaction has no DTPOSTED',
    ]);
  });

  test('the currency of a transaction wins over that of the account; the original one does not', async () => {
    const own = transaction().replace('<MEMO>', '<CURRENCY><CURRATE>1<CURSYM>CAD</CURRENCY><MEMO>');
    const original = own.replaceAll('CURRENCY', 'ORIGCURRENCY');
    const currencyOf = async (text: string) => (await read(text)).statements[0]?.lines[0]?.currency;
    expect(await currencyOf(ofx1(own))).toBe('CAD');
    expect(await currencyOf(ofx1(original))).toBe('USD');
    expect(await currencyOf(ofx1(transaction()).replace('<CURDEF>USD', '<CURDEF>'))).toBe(null);
  });

  test('one transaction id twice is one transaction if all of it is equal, otherwise two', async () => {
    const { statements, notices } = await read(
      ofx1(transaction(), transaction({ TRNAMT: '-5.00' }), transaction()),
    );
    expect(statements[0]?.lines.map(({ cents }) => cents)).toEqual([-184_000, -500]);
    expect(notices).toEqual([
      'Lines 17 and 25 have one transaction id, 20260305001: both are kept.',
      'Line 33 repeats line 17 (transaction id 20260305001): left out.',
    ]);
  });

  test('an error of the bank, another document and a cut file are told apart', async () => {
    const failed = '<STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Signon invalid</STATUS>';
    const signOn = `${OFX1_HEADER}<OFX><SIGNONMSGSRSV1><SONRS>${failed}</SONRS></SIGNONMSGSRSV1></OFX>`;
    expect(await problemsOf(signOn)).toEqual([
      "11: the bank reports error 15500: 'Signon invalid'",
    ]);
    const profile = `${OFX1_HEADER}<OFX><PROFMSGSRSV1></PROFMSGSRSV1></OFX>`;
    expect(await problemsOf(profile)).toEqual(['11: has no bank statement (STMTRS or CCSTMTRS)']);
    const whole = ofx1(transaction());
    expect(await problemsOf(whole.slice(0, whole.indexOf('<LEDGERBAL>')))).toEqual([
      '26: is cut off: </OFX> is missing',
    ]);
    for (const name of ['STMTRS', 'STMTTRN', 'STMTTRNRS']) {
      expect(await problemsOf(whole.replace(`</${name}>`, ''))).toEqual([
        expect.stringMatching(new RegExp(`^\\d+: <${name}> is not closed$`)),
      ]);
    }
    expect(await problemsOf(whole.replace('<STMTTRN>', '<STMTTRN></BANKMSG>'))).toEqual([
      '17: </BANKMSG> closes no element',
    ]);
  });
});

const ofx2 = (inside: string, list = 'BANKTRANLIST') => `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF>
<BANKACCTFROM><BANKID>110000000</BANKID><ACCTID>9131</ACCTID></BANKACCTFROM>
<${list}><DTSTART>20260301</DTSTART><DTEND>20260331</DTEND>
${inside}
</${list}></STMTRS></STMTTRNRS></BANKMSGSRSV1>
<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM>
<BANKTRANLIST><STMTTRN><DTPOSTED>20260302</DTPOSTED><TRNAMT>-1.00</TRNAMT><MEMO>CARD</MEMO></STMTTRN></BANKTRANLIST>
</CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>
`;
const closed = (memo: string) =>
  `<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260305120000.000[-5:EST]</DTPOSTED><TRNAMT>-1840.00</TRNAMT><FITID>1</FITID><PAYEE><NAME>Coastal Linen</NAME></PAYEE><MEMO>${memo}</MEMO></STMTTRN>`;

describe('OFX 2 (XML)', () => {
  test('is read with every account in it', async () => {
    const { statements } = await read(ofx2(closed('CL-1001')));
    expect(statements.map(({ account, from, lines }) => [account, from, lines.length])).toEqual([
      ['9131', '2026-03-01', 1],
      ['4111', null, 1],
    ]);
  });

  test('has its predefined entities decoded and no other, and an ampersand may be alone', async () => {
    const memo = 'A &amp; B &lt;i&gt; &#65; &nbsp; &undeclared; C & D <![CDATA[<raw> &amp;]]>';
    expect((await linesOf(ofx2(closed(memo))))[0]?.[3]).toBe(
      'Coastal Linen A & B <i> A &undeclared; C & D<raw> &amp;',
    );
  });

  test('leaves pending transactions out, and says so', async () => {
    const pending = ofx2(closed('x').replaceAll('STMTTRN>', 'STMTTRNP>'), 'BANKTRANLISTP');
    const { statements, notices } = await read(pending);
    expect(statements[0]?.lines).toEqual([]);
    expect(notices).toEqual(['1 pending transaction left out.']);
  });

  test('is read as SGML if it is not XML, as some banks write it', async () => {
    const sgml = ofx2(transaction());
    expect(await linesOf(sgml)).toHaveLength(2);
    expect(await problemsOf(sgml.replace('</STMTRS>', ''))).toEqual([
      expect.stringMatching(/^\d+: is not XML: Expected closing tag/),
    ]);
  });
});
