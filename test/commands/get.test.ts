import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newHome } from '../config/temporary-home.ts';
import { remit } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Answering, answering, reply } from '../helpers/stub-server.ts';

const terminal = (columns = 80) => ({
  ...{ tty: { stdout: true }, columns },
  env: { NO_COLOR: '1' },
});

/** Returns the lines of a section, without their indent. */
function section(out: string, title: string): string[] | undefined {
  const found = out.split('\n\n').find((it) => it.startsWith(`${title}\n`));
  return found
    ?.trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^ {2}/, ''));
}

describe('on a sandbox', () => {
  let service: Service;
  let connection: string;
  beforeEach(async () => {
    service = await startService();
    const [it] = await service.json<{ id: string }[]>('connection list');
    connection = it?.id ?? '';
  });
  afterEach(() => service.close());

  const show = async (line: string, columns = 80) => service.remit(line, terminal(columns));
  const pay = async (flags = '') =>
    (
      await service.json<{ paymentId: string }>(
        `pay initiate CL-1001 --connection ${connection} --yes ${flags}`,
      )
    ).paymentId;
  const idOf = async (number: string) =>
    (await service.json<{ id: string }>(`payable get ${number}`)).id;

  test('a payable is told in sections in a terminal', async () => {
    const { out, err } = await show('payable get CL-1001');
    const titles = ['Invoice', 'Payee and payer', 'Lines', 'Dates', 'Log', 'Other', 'Next'];
    expect(out.split('\n').filter((line) => /^\S/.test(line))).toEqual(titles);
    expect(err).toBe('');
    const id = await idOf('CL-1001');
    expect(section(out, 'Invoice')).toEqual([
      ...['Number        CL-1001', `Id            ${id}`, 'Status        APPROVED'],
      ...['Amount        $1,840.00', 'Currency      USD', 'Direction     received, to pay'],
      ...[`Connection    ${connection}`, 'Payment link  disabled'],
    ]);
    expect(section(out, 'Payee and payer')).toEqual([
      `Payee  Coastal Linen Inc (${service.payee})`,
      `Payer  Acme Hotels LLC (${service.payer}, you)`,
    ]);
    expect(section(out, 'Lines')).toEqual([
      'DESCRIPTION        QUANTITY  UNIT PRICE      TOTAL',
      'Bed linen, weekly        46      $40.00  $1,840.00',
    ]);
    expect(
      section(out, 'Log')
        ?.slice(1)
        .map((line) => line.slice(18)),
    ).toEqual([
      ...['Dana Owner  Created', 'Dana Owner  Submitted to the payer', 'Dana Owner  Approved'],
    ]);
    expect(section(out, 'Next')).toEqual([`remit pay initiate ${id}`]);
  });

  test('a payment in flight is told with its account, speed and estimated settlement', async () => {
    const paymentId = await pay('--speed same-day --on 2026-03-04');
    const { out } = await show('payable get CL-1001');
    const [bank] = await service.json<{ id: string; last4: string }[]>('bank list');
    expect(section(out, 'Payment')).toEqual([
      `Payment               ${paymentId}`,
      'Status                SCHEDULED',
      `From                  Operating account, First Example Bank ···${bank?.last4}`,
      `                      (${bank?.id})`,
      'Speed                 same-day ACH',
      'Scheduled for         2026-03-04',
      'Estimated settlement  2026-03-04',
    ]);
    const id = await idOf('CL-1001');
    expect(section(out, 'Next')).toEqual([
      `remit wait payable ${id} --for PAID`,
      `remit pay cancel ${paymentId} --payable ${id}`,
    ]);
  });

  test("a failed payment is told in Nacha's words, with what to do", async () => {
    const paymentId = await pay();
    await service.json(`sandbox payment ${paymentId} submit`);
    await service.json(`sandbox payment ${paymentId} fail --code R02`);
    const { out } = await show('payable get CL-1001');
    expect(section(out, 'Failed payment')).toEqual([
      `Payment     ${paymentId}`,
      'On          2026-03-02 10:00 ET',
      'Code        R02 Account Closed',
      'Meaning     The account is closed.',
      'What to do  Pay from another bank account.',
    ]);
    const id = await idOf('CL-1001');
    expect(section(out, 'Next')).toEqual([
      `remit pay initiate ${id} --bank <bank>`,
      'remit explain R02',
    ]);
    const payment = (await show(`pay get ${paymentId}`)).out;
    expect(section(payment, 'Failure')).toContain('Code        R02 Account Closed');
  });

  test('a declined payable has its reason; a payable of the payee is to be reminded of', async () => {
    const declined = (await show('payable get CL-1003')).out;
    expect(section(declined, 'Invoice')).toContain('Decline reason  These were returned.');
    const sent = (await show(`payable get CL-1002 -b ${service.payee}`)).out;
    const reminder = `remit -b ${service.payee} payable remind ${await idOf('CL-1002')}`;
    expect(section(sent, 'Next')).toEqual([reminder]);
  });

  test('other formats have the record and its columns, as before', async () => {
    const id = await idOf('CL-1001');
    const { out } = await service.remit(`payable get ${id}`);
    expect(out.split('\t')).toHaveLength(11);
    const asked = await show(`payable get ${id} --columns id,status`);
    expect(asked.out).toBe(`ID      ${id}\nSTATUS  APPROVED\n`);
    expect(JSON.parse((await show(`payable get ${id} --json`)).out)).toEqual(
      JSON.parse((await service.remit(`api /api/businesses/${service.payer}/payables/${id}`)).out),
    );
  });

  test('a log that the service rejects is said on standard error', async () => {
    await service.json('sandbox fault add --http-status 403 --operation payable.activity');
    const { code, out, err } = await show('payable get CL-1001');
    expect([code, section(out, 'Log'), section(out, 'Invoice')?.[0]]).toEqual([
      ...[0, undefined, 'Number        CL-1001'],
    ]);
    expect(err).toMatch(/^The activity log is not shown: /);
  });

  test('a business shows what it still has to give, its account, balance and links', async () => {
    const { out } = await show('business get');
    expect(section(out, 'Tax')).toEqual(['EIN           ···6789', 'Verification  verified']);
    expect(section(out, 'Controller')).toContain('SSN            ···1234');
    expect(section(out, 'Address')).toEqual(['200 Park Avenue', 'New York, NY 10166', 'US']);
    expect(section(out, 'Default bank account')).toEqual([
      expect.stringMatching(
        /^Operating account, First Example Bank ···\d{4} \(fs_\w+\), verified$/,
      ),
    ]);
    expect(section(out, 'Balance')).toContain('Can be withdrawn  $0.00');
    expect(section(out, 'Pay-me link')).toContain('Eligible  yes');
    const basic = await service.json<{ id: string }>(
      'business create --name New --type llc --street S --city C --state NY --zip 10001',
    );
    const required = section(
      (await show(`business get ${basic.id}`)).out,
      'Still required for verification',
    );
    const { verification } = await service.json<{
      verification: { requiredActions: string[] };
    }>(`business get ${basic.id}`);
    expect(required).toEqual(verification.requiredActions.map((it) => it.replaceAll('_', ' ')));
    expect(required?.length).toBeGreaterThan(0);
  });

  test('connection, links, accounting and syncs are told in sections', async () => {
    const titlesOf = async (line: string) =>
      (await show(line)).out.split('\n').filter((it) => /^\S/.test(it));
    expect(await titlesOf(`connection get ${connection}`)).toEqual([
      ...['Connection', 'Businesses', 'Settings', 'Dates', 'Other', 'Next'],
    ]);
    await service.json(`link enable CL-1001 -b ${service.payee}`);
    expect(await titlesOf(`link get CL-1001 -b ${service.payee}`)).toEqual(['Payment link']);
    expect(await titlesOf('link pay-me get')).toEqual(['Pay-me link']);
    expect(await titlesOf('accounting status')).toEqual(['Accounting system']);
  });

  test('the log is a timeline with one line an entry at 80 columns', async () => {
    const paymentId = await pay();
    await service.json(`sandbox payment ${paymentId} submit`);
    await service.json(`sandbox payment ${paymentId} complete`);
    await service.json(`sandbox payment ${paymentId} return --code R01`);
    const { out } = await show('payable log CL-1001');
    const rows = out.trimEnd().split('\n');
    expect(rows.map((line) => line.slice(18))).toEqual([
      'WHO         WHAT',
      'Dana Owner  Created',
      'Dana Owner  Submitted to the payer',
      'Dana Owner  Approved',
      'Dana Owner  Payment initiated',
      'System      Payment sent to the ACH network',
      'System      Payment completed → PAID',
      'System      Payment returned after settlement: R01 → APPROVED',
    ]);
    const piped = await service.remit('payable log CL-1001');
    expect(piped.out.split('\n')[1]?.split('\t').slice(1)).toEqual([
      ...['submitted', 'Submitted to the payer', 'Dana Owner', 'DRAFT', 'SUBMITTED'],
    ]);
  });
});

describe('a record of somebody else', () => {
  const hostile = 'Evil\u001b[2J\u202E \n\tInc';
  const record = {
    ...{ id: 'pay_1', status: 'APPROVED', amount: 12.3, direction: 'received' },
    ...{
      payeeName: hostile,
      memo: `${'A very long memo. '.repeat(20)}end`,
      invoiceNumber: hostile,
    },
    ...{
      riskScore: 7,
      extra: { nested: { of: hostile } },
      attachments: ['file_1', { name: hostile, pages: { count: 2 } }],
    },
    lineItems: [
      {
        description: `${hostile} ${'words '.repeat(30)}`,
        quantity: 1,
        unitPrice: 12.3,
        total: 12.3,
      },
    ],
  };
  let service: Answering;
  let business: object = {};
  beforeAll(async () => {
    service = await answering((request, response) => {
      const path = request.url ?? '';
      if (path.endsWith('/biz_1')) return reply(response, 200, business);
      if (!path.includes('/payables/')) return reply(response, 404, { message: 'Not here.' });
      if (path.includes('activity-log')) {
        return reply(response, 200, [
          { createdAt: '2026-03-02T15:00:00Z', actor: { name: hostile }, message: hostile },
        ]);
      }
      reply(response, 200, record);
    });
  });
  afterAll(() => service.close());

  const here = (columns: number) => ({
    ...terminal(columns),
    env: {
      ...{ NO_COLOR: '1', REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' },
      REMIT_HOME: newHome().path,
    },
  });

  test.for([60, 80, 120])('fits %d columns, whole and harmless', async (columns) => {
    const { code, out } = await remit('payable get pay_1 -b biz_1', here(columns));
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.length > columns)).toEqual([]);
    expect(['\u001b', '\u202e', '\t'].filter((it) => out.includes(it))).toEqual([]);
    const words = out.replaceAll(/\s+/g, ' ');
    expect(words.match(/A very long memo\./g)).toHaveLength(20);
    expect(words.match(/\bwords\b/g)).toHaveLength(30);
    const files = section(out, 'Attachments') ?? [];
    expect(files[0]).toBe('file_1');
    expect(files[1]).toMatch(/^Evil.*Inc {2}{"count":2}$/);
    expect(files.slice(2).join(' ')).toContain('the API has no operation to download them');
    expect(section(out, 'Other')?.join(' ')).toMatch(/Risk score +7 Extra nested of +Evil/);
  });

  test.for([
    ['masked by the service', { einLast4: '6789' }, { ssnLast4: '1234' }],
    ['whole', { ein: '12-3456789', ssn: '' }, { ssn: '987-65-1234' }],
  ] as const)('tax numbers that are %s are shown masked', async ([, taxInfo, controller]) => {
    business = { id: 'biz_1', name: 'Acme', taxInfo, controller };
    const { code, out } = await remit('business get biz_1', here(80));
    expect([code, section(out, 'Tax'), section(out, 'Controller')]).toEqual([
      ...[0, ['EIN  ···6789'], ['SSN  ···1234']],
    ]);
    expect(out.replaceAll(/···/g, '')).not.toMatch(/3456789|65-?1234/);
  });
});
