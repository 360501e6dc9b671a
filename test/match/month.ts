/** A month of payments in a sandbox, and statements of it in every format. */

import { approved as approvedInvoice } from '../helpers/invoices.ts';
import type { Service } from '../helpers/signed-in-sandbox.ts';

/** A transaction of a statement: dollars as the bank writes them, negative out of the account. */
export interface Booked {
  readonly date: string;
  readonly amount: string;
  readonly text: string;
}

/** The bank account of the profile's business: its id and the last digits of its number. */
export interface Bank {
  readonly id: string;
  readonly last4: string;
  readonly routingNumber: string;
}

/** Returns the bank account of a business. */
export async function bankOf(service: Service, business = service.payer): Promise<Bank> {
  const [bank] = await service.json<Bank[]>(`bank list -b ${business}`);
  if (!bank) throw new Error('the business has no bank account');
  return bank;
}

/** Creates an approved payable of the profile's business and returns its id. */
export const approved = (
  service: Service,
  invoiceNumber: string,
  amount: string,
): Promise<string> => approvedInvoice(service, { invoiceNumber, amount: Number(amount) });

/** Creates a payable and pays it; returns the payable and the payment. */
export async function pay(
  service: Service,
  invoiceNumber: string,
  amount: string,
): Promise<{ readonly payable: string; readonly payment: string }> {
  const payable = await approved(service, invoiceNumber, amount);
  const { paymentId } = await service.json<{ paymentId: string }>(`pay initiate ${payable} --yes`);
  return { payable, payment: paymentId };
}

/** Moves the sandbox's clock. */
export const advance = (service: Service, businessDays: number): Promise<unknown> =>
  service.control('POST', '/sandbox/clock/advance', { businessDays });

/** The arguments that read `csvOf`. */
export const CSV_COLUMNS =
  '--map date=Date --map description=Text --map amount=Amount --date-format MM/DD/YYYY';

const usDate = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
const compact = (date: string) => date.replaceAll('-', '');
const centsOf = (amount: string) => Math.round(Number(amount) * 100);
const dollars = (cents: number) => (cents / 100).toFixed(2);
const sumOf = (lines: readonly Booked[]) => lines.reduce((sum, it) => sum + centsOf(it.amount), 0);

/** Returns a statement as CSV. */
export const csvOf = (lines: readonly Booked[]): string =>
  [
    'Date,Text,Amount',
    ...lines.map((it) => `${usDate(it.date)},"${it.text}",${it.amount}`),
    '',
  ].join('\n');

/** Returns a statement as OFX 1, or as OFX 2 with end tags and an XML header. */
export function ofxOf(
  lines: readonly Booked[],
  { last4, routingNumber }: Bank,
  version: 1 | 2,
): string {
  const header =
    version === 1
      ? 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n'
      : '<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n';
  const body = lines.map(
    ({ date, amount, text }, at) =>
      `<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>${compact(date)}</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${at}</FITID><MEMO>${text}</MEMO></STMTTRN>`,
  );
  const ofx = `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKACCTFROM><BANKID>${routingNumber}</BANKID><ACCTID>00000${last4}</ACCTID></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260301</DTSTART><DTEND>20260331</DTEND>
${body.join('\n')}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
  return header + (version === 1 ? ofx.replaceAll(/<\/(?!OFX|BANK|STMT)[A-Z]+>/g, '') : ofx);
}

/** Returns a statement as camt.053. */
export function camtOf(lines: readonly Booked[], { last4 }: Bank): string {
  const balance = (type: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${dollars(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`;
  const entries = lines.map(
    ({ date, amount, text }) =>
      `<Ntry><Amt Ccy="USD">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<FrToDt><FrDtTm>2026-03-01T00:00:00</FrDtTm><ToDtTm>2026-03-31T23:59:59</ToDtTm></FrToDt><Acct><Id><Othr><Id>${last4}</Id></Othr></Id></Acct>
${balance('OPBD', 1_000_000)}${balance('CLBD', 1_000_000 + sumOf(lines))}
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>`;
}

/** Returns a statement as BAI2, a group for each day. */
export function bai2Of(lines: readonly Booked[], { last4 }: Bank): string {
  const days = [...new Set(lines.map(({ date }) => date))].sort();
  let [opening, total, records] = [1_000_000, 0, 2];
  const groups = days.map((day) => {
    const own = lines.filter(({ date }) => date === day);
    const closing = opening + sumOf(own);
    const control =
      opening + closing + own.reduce((sum, { amount }) => sum + Math.abs(centsOf(amount)), 0);
    const transactions = own.map(
      ({ amount, text }) =>
        `16,${amount.startsWith('-') ? 451 : 142},${Math.abs(centsOf(amount))},Z,,,${text}`,
    );
    const group = [
      `02,ACME,110000000,1,${compact(day).slice(2)},,USD,2/`,
      `03,00000${last4},USD,010,${opening},,,015,${closing},,/`,
      ...transactions,
      `49,${control},${own.length + 2}/`,
      `98,${control},1,${own.length + 4}/`,
    ];
    [opening, total, records] = [closing, total + control, records + group.length];
    return group.join('\n');
  });
  return [
    '01,110000000,ACME,260401,0530,1,,,2/',
    ...groups,
    `99,${total},${days.length},${records}/`,
    '',
  ].join('\n');
}
