import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fault, type FaultProxy, faultProxy } from '../faults/fault-proxy.ts';
import type { TestInput } from '../helpers/run-command.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { advance, approved, type Booked, bankOf, ofxOf } from './month.ts';

let service: Service;
let proxy: FaultProxy;
/** The fault of the next request that writes. */
let next: Fault | undefined;
beforeEach(async () => {
  service = await startService();
  next = undefined;
  proxy = await faultProxy(service.baseUrl, ({ method }) => {
    const fault = method === 'GET' ? undefined : next;
    if (fault) next = undefined;
    return fault;
  });
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

const run = (line: string, typed: TestInput = {}) =>
  service.remit(line, {
    ...typed,
    env: {
      NO_COLOR: '1',
      REMIT_BASE_URL: proxy.baseUrl,
      REMIT_TOKEN: service.token,
      REMIT_BUSINESS: service.payer,
    },
  });

/** Runs a line whose response is lost; the service has performed it, or has not. */
async function lose(line: string, fault: Fault = 'reset-after'): Promise<string> {
  next = fault;
  const { code, err } = await run(`${line} --json`);
  await proxy.idle();
  expect(code).toBe(10);
  return JSON.parse(err).error.intentId;
}

interface Listed {
  readonly id: string;
  readonly verdict: string | null;
}

const verdicts = async () => {
  const listed: readonly Listed[] = JSON.parse((await run('journal list --json')).out);
  return new Map(listed.map(({ id, verdict }) => [id, verdict]));
};

const statement = async (...lines: readonly Booked[]) =>
  service.file('march.ofx', ofxOf(lines, await bankOf(service), 2));

const match = async (words = '', typed: TestInput = {}) => {
  const { code, out, err } = await run(`match march.ofx ${words}`, typed);
  return { code, err, out };
};

const asked = { tty: { stdin: true, stderr: true }, stdin: 'y\n' };

test('a line with the invoice number proves a payment with an unknown outcome, once that is confirmed', async () => {
  const payable = await approved(service, 'CL-7001', '40.00');
  const intent = await lose(`pay initiate ${payable} --yes`);
  await advance(service, 5);
  await statement({ date: '2026-03-05', amount: '-40.00', text: 'ACH CL-7001' });

  const shown = await match();
  expect([shown.code, shown.err]).toEqual([
    11,
    expect.stringContaining(`next: remit match march.ofx --resolve to record ${intent} as applied`),
  ]);
  expect((await verdicts()).get(intent)).toBe(null);
  const refused = await match('--resolve');
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('Confirmation required, but there is no terminal'),
  ]);
  const declined = await match('--resolve', { ...asked, stdin: 'n\n' });
  expect(declined.code).toBe(11);
  expect((await verdicts()).get(intent)).toBe(null);

  const resolved = await match('--resolve', asked);
  expect(resolved.err).toContain(`The outcome of ${intent} is unknown. On the statement:`);
  expect(resolved.err).toContain(
    'Line 5, 2026-03-05, -$40.00: ACH CL-7001 (amount and invoice number)',
  );
  expect(resolved.err).toContain(`${intent} is resolved as applied.`);
  expect(resolved.code).toBe(0);
  expect((await verdicts()).get(intent)).toBe('applied');
  const { history } = JSON.parse((await run(`journal show ${intent} --json`)).out);
  const { id } = await bankOf(service);
  expect(history.at(-1)).toMatchObject({
    event: 'resolved as applied',
    note: `bank statement: ${id} 2026-03-05 -40.00 #1`,
  });
  const again = await match();
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining(`recorded as the evidence of ${intent}`),
  ]);
  expect((await run(`pay initiate ${payable} --yes`)).code).toBe(14);
});

test('without a terminal --yes records what a payment id proves, and leaves the rest to a person', async () => {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const payable = await approved(service, 'CL-7001', '40.00');
  const named = await lose(`pay initiate ${payable} --yes`);
  const unnamed = await lose(`pay quick ${connection?.id} --amount 12.50 --yes`);
  const { activePaymentId } = await service.json<{ activePaymentId: string }>(
    `payable get ${payable}`,
  );
  await statement(
    { date: '2026-03-05', amount: '-40.00', text: `ACH ${activePaymentId}` },
    { date: '2026-03-05', amount: '-12.50', text: 'ACH COASTAL LINEN' },
  );
  const { code, err } = await match('--resolve --yes');
  expect(code).toBe(11);
  expect(err).toContain(
    `${unnamed} is left unresolved: amount, name and date on a statement may be of another payment.`,
  );
  expect(err).toContain(`remit journal resolve ${unnamed} --applied`);
  expect((await verdicts()).get(unnamed)).toBe(null);
  expect((await verdicts()).get(named)).toBe('applied');
  await match('--resolve', asked);
  expect((await verdicts()).get(unnamed)).toBe('applied');
});

test.each([
  ['that was never made', 'reset-before'],
  ['that was made', 'reset-after'],
] as const)(
  'a check to somebody else that names the invoice does not record a payment %s',
  async (_, fault) => {
    const payable = await approved(service, 'T-5010', '40.00');
    const intent = await lose(`pay initiate ${payable} --yes`, fault);
    await advance(service, 5);
    await statement({
      ...{ date: '2026-03-05', amount: '-40.00' },
      text: 'CHECK 4411 OTHER PLUMBING re T-5010',
    });
    const { code, err } = await match('--resolve --yes');
    expect([code, (await verdicts()).get(intent)]).toEqual([11, null]);
    expect(err).toContain(
      `${intent} is left unresolved: amount and invoice number on a statement may be of another payment.`,
    );
    const shown = (await match('--resolve', { ...asked, stdin: 'n\n' })).err;
    expect(shown).toContain('CHECK 4411 OTHER PLUMBING re T-5010 (amount and invoice number)');
    expect(shown.replaceAll(/\s+/g, ' ')).toContain(
      'could be the payment of $40.00 to Coastal Linen Inc, invoice T-5010, expected 2026-03-05, which the service ' +
        (fault === 'reset-before' ? 'does not show' : 'shows as made'),
    );
    expect((await verdicts()).get(intent)).toBe(null);
  },
);

test('one line proves one request, and never another one later', async () => {
  const [connection] = await service.json<{ id: string }[]>('connection list');
  const quick = `pay quick ${connection?.id} --amount 12.50 --yes`;
  const first = await lose(quick);
  const line = { date: '2026-03-05', amount: '-12.50', text: 'ACH COASTAL LINEN' };
  await statement(line);
  await match('--resolve', asked);
  expect((await verdicts()).get(first)).toBe('applied');

  const second = await lose(`${quick} --allow-duplicate ${first}`, 'reset-before');
  const alone = await match('--resolve', asked);
  expect((await verdicts()).get(second)).toBe(null);
  expect(alone.out).toContain(`recorded as the evidence of ${first}`);

  await statement(line, line);
  const both = await match('--resolve', asked);
  expect(both.err).toContain(`${second} is resolved as applied.`);
  const { history } = JSON.parse((await run(`journal show ${second} --json`)).out);
  expect(history.at(-1).note).toMatch(/ 2026-03-05 -12\.50 #2$/);
});

test('two requests that one line fits are both left unresolved', async () => {
  const both: string[] = [];
  for (const number of ['CL-7001', 'CL-7002']) {
    const payable = await approved(service, number, '40.00');
    const allowed = both.map((it) => ` --allow-duplicate ${it}`).join('');
    both.push(await lose(`pay initiate ${payable} --yes${allowed}`, 'reset-before'));
  }
  await statement({ date: '2026-03-05', amount: '-40.00', text: 'ACH DEBIT' });
  const { code, out, err } = await match('--resolve', asked);
  expect([code, out]).toEqual([11, expect.stringMatching(/^ambiguous/)]);
  expect(err).not.toContain('Record int_');
  for (const intent of both) expect((await verdicts()).get(intent)).toBe(null);
});

test('a line goes to a payment that was certainly made, and not to one in doubt', async () => {
  await service.json(`pay initiate ${await approved(service, 'CL-7001', '40.00')} --yes`);
  const payable = await approved(service, 'CL-7002', '40.00');
  const intent = await lose(`pay initiate ${payable} --yes`, 'reset-before');
  await statement({ date: '2026-03-05', amount: '-40.00', text: 'ACH DEBIT' });
  const { out } = await match('--resolve', asked);
  expect(out).toMatch(/^probable\t2026-03-05\t-40\.00\tCL-7001\t/);
  expect((await verdicts()).get(intent)).toBe(null);
});

test('the absence of a line proves nothing', async () => {
  const payable = await approved(service, 'CL-7001', '40.00');
  const intent = await lose(`pay initiate ${payable} --yes`, 'reset-before');
  await advance(service, 15);
  await statement();
  const { code, out, err } = await match('--resolve --yes');
  expect([code, err]).toEqual([11, expect.stringContaining('1 unresolved.')]);
  expect(out).toContain('not on the statement, which proves nothing');
  expect((await verdicts()).get(intent)).toBe(null);
  expect((await run(`pay initiate ${payable} --yes`)).code).toBe(14);
});

test('a batch is proved by all of its payments, or by a line that is their sum', async () => {
  const ids = [
    await approved(service, 'CL-7001', '40.00'),
    await approved(service, 'CL-7002', '2.00'),
  ];
  await service.file('batch.csv', `payableId\n${ids.join('\n')}\n`);
  const intent = await lose('pay bulk --file batch.csv --yes');
  await advance(service, 5);
  const [one, two] = [
    { date: '2026-03-05', amount: '-40.00', text: 'ACH CL-7001' },
    { date: '2026-03-05', amount: '-2.00', text: 'ACH CL-7002' },
  ];
  await statement(one);
  await match('--resolve --yes');
  expect((await verdicts()).get(intent)).toBe(null);
  await statement({ ...one, amount: '-42.00', text: 'ACH' });
  expect((await match('--resolve --yes')).err).toContain('is left unresolved');
  await statement(one, two);
  expect((await match('--resolve --yes')).err).toContain('is left unresolved');
  expect((await match('--resolve', asked)).code).toBe(0);
  expect((await verdicts()).get(intent)).toBe('applied');
});

test('a withdrawal with an unknown outcome is proved by its credit', async () => {
  const { id } = await bankOf(service);
  const credit = { businessId: service.payer, amount: 500 };
  await service.control('POST', '/sandbox/ledger/credits', credit);
  const intent = await lose(`business withdraw --amount 250 --bank ${id} --yes`);
  await advance(service, 3);
  await statement({ date: '2026-03-03', amount: '250.00', text: 'ACH CREDIT' });
  const { err } = await match('--resolve', asked);
  expect(err).toContain('amount and date only');
  expect((await verdicts()).get(intent)).toBe('applied');
});
