import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { type Talk, talkTo } from './test-client.ts';

let service: Service;
let talk: Talk;
const start = async () => {
  service = await startService(undefined, {}, 'demo');
  talk = await talkTo(service, 'mcp serve --allow-writes');
};
const end = async () => {
  await talk.end();
  await service.close();
};

const idOf = async (number: string) =>
  (await service.json<{ id: string }[]>(`payable list --search ${number}`))[0]?.id ?? '';

async function confirmed(name: string, given: Record<string, unknown>) {
  const { confirmation } = (await talk.tool(name, given)).record;
  return talk.tool(name, { ...given, confirmation });
}

describe('what only reads', () => {
  beforeAll(start);
  afterAll(end);

  describe('next steps', () => {
    test('are calls of tools that are offered, and the rest is left to a person', async () => {
      const { rows } = (await talk.tool('show_status')).record;
      const steps = rows.map(({ next }: { next: string | null }) => next);
      expect(steps).toContain(
        'find_payables {"direction":"received","status":["APPROVED"],"payment":["failed","returned"]}',
      );
      expect(steps).toContain(
        'find_payables {"direction":"received","overdue":true,"payment":["not-in-flight"]}',
      );
      expect(steps).toContain(
        'a person in a terminal: remit invite list --received --status pending',
      );
      const { next } = (await talk.tool('show_payable', { payable: 'CL-1002' })).record;
      expect(next).toEqual([
        `approve_or_decline {"payable":"${await idOf('CL-1002')}","decision":"approve"}`,
        `approve_or_decline {"payable":"${await idOf('CL-1002')}","decision":"decline"}`,
      ]);
      const reader = await talkTo(service, 'mcp serve');
      expect((await reader.tool('show_payable', { payable: 'CL-1002' })).record.next).toEqual([]);
      await reader.end();
    });

    test('work as they are written', async () => {
      const { rows } = (await talk.tool('show_status')).record;
      const { tools } = await talk.client.listTools();
      for (const { next } of rows) {
        const [, name = '', args = '{}'] = /^([a-z_]+)(?: (\{.*\}))?$/.exec(next ?? '') ?? [];
        if (name === '') continue;
        expect(tools.map((tool) => tool.name)).toContain(name);
        expect([next, (await talk.tool(name, JSON.parse(args))).isError]).toEqual([next, false]);
      }
    });
  });

  describe('find_payables', () => {
    test('takes the filters of the command line', async () => {
      for (const [given, line] of [
        [{ status: ['APPROVED', 'PAID'], sort: 'amount' }, '--status APPROVED,PAID --sort amount'],
        [{ amountFrom: 600, amountTo: 1000.5 }, '--amount-from 600 --amount-to 1000.50'],
        [
          { payment: ['in-flight'], direction: 'received' },
          '--payment in-flight --direction received',
        ],
        [{ overdue: true, search: 'cl-09' }, '--overdue --search cl-09'],
      ] as const) {
        const { payables } = (await talk.tool('find_payables', { ...given })).record;
        const wanted = await service.json<{ id: string }[]>(`payable list ${line}`);
        expect(payables.length).toBeGreaterThan(0);
        expect(payables.map(({ id }: { id: string }) => id)).toEqual(wanted.map(({ id }) => id));
      }
    });

    test('refuses what is no filter', async () => {
      for (const [given, field] of [
        [{ status: ['LATE'] }, 'status.0'],
        [{ limit: 0 }, 'limit'],
        [{ overdue: 'yes' }, 'overdue'],
        [{ color: 'red' }, 'color'],
        [{ confirmation: 'x' }, 'confirmation'],
        [{ repeatOf: 'int_1' }, 'repeatOf'],
        [{ sort: 'color' }, 'sort'],
      ] as const) {
        const { record } = await talk.tool('find_payables', { ...given });
        expect([field, record.error]).toMatchObject([field, { exitCode: 2, fields: [{ field }] }]);
      }
    });
  });

  test('another business is served on request, and one that is not its own is not', async () => {
    const { payee } = service;
    const all = (await talk.tool('find_payables', { business: payee })).record;
    expect(all.totals).toMatchObject([{ direction: 'sent' }]);
    expect((await talk.tool('show_status', { business: payee })).record.business).toBe(payee);
    const other = await talk.tool('find_payables', { business: 'biz_0000000000000000' });
    expect(other.isError).toBe(true);
  });

  test('explain_failure says whether a returned bill may be paid again, and find_partners finds its payee', async () => {
    const connection = (await service.json<{ id: string }[]>('connection list'))[0]?.id;
    const { next } = (await talk.tool('explain_failure', { payable: 'CL-0999' })).record;
    expect(next).toEqual([`pay {"payables":["${await idOf('CL-0999')}"]}`]);
    expect((await talk.tool('explain_failure', { code: 'r10' })).record.explanation).toMatchObject({
      code: 'R10',
      again: expect.stringMatching(/new authorization/),
    });
    expect((await talk.tool('explain_failure', { code: 'X1' })).record.error.exitCode).toBe(2);
    expect((await talk.tool('explain_failure', {})).record.error.exitCode).toBe(2);
    const { partners } = (await talk.tool('find_partners', { search: 'coastal' })).record;
    expect(partners).toMatchObject([{ id: connection, name: 'Coastal Linen Inc' }]);
    expect((await talk.tool('find_partners', { search: 'nobody' })).record.partners).toEqual([]);
  });
});

describe('what changes something', () => {
  beforeEach(start);
  afterEach(end);

  test('next steps of errors are tools too', async () => {
    const missing = await talk.tool('show_payable', { payable: 'pay_0000000000000000' });
    expect(missing.record.error.next).toEqual(['find_payables', 'find_partners', 'show_accounts']);
    await service.remit('auth logout');
    const out = await talk.tool('find_payables');
    expect(out.record.error.next).toContain('a person in a terminal: remit auth login');
  });

  describe('pay', () => {
    test('pays from the given bank account, and without one from the default', async () => {
      const payables = [await idOf('CL-1001')];
      const others = await service.json<{ id: string }[]>(`bank list -b ${service.payee}`);
      const wrong = await talk.tool('pay', { payables, bank: others[0]?.id });
      expect(wrong.record.wouldDo?.[0] ?? wrong.record.error.code).toMatch(/of Coastal Linen|bank/);
      const own = await service.json<{ id: string }[]>(`bank list -b ${service.payer}`);
      const { record } = await confirmed('pay', { payables });
      expect(record).toMatchObject({ fundingSourceId: own[0]?.id, payableId: payables[0] });
    });

    test('a bank account is named if none is the default', async () => {
      const basic = await startService();
      const [own] = await basic.json<{ id: string }[]>(`bank list -b ${basic.payer}`);
      const [due] = await basic.json<{ id: string }[]>('payable list --search CL-1001');
      await basic.json(`bank remove ${own?.id} --yes`);
      const { tool, end } = await talkTo(basic, 'mcp serve --allow-writes');
      const { record } = await tool('pay', { payables: [due?.id] });
      expect(record.error).toMatchObject({ exitCode: 2, fields: [{ field: 'bank' }] });
      expect(record.error.next).toEqual(['show_accounts']);
      await end();
      await basic.close();
    });

    test('answers a repeat of several with the first receipt', async () => {
      const payables = [await idOf('CL-1001'), await idOf('CL-0998')];
      await confirmed('pay', { payables });
      for (const again of [payables, payables.toReversed(), payables.slice(1)]) {
        const { record } = await talk.tool('pay', { payables: again });
        expect(record).toMatchObject({ alreadyDone: true, amount: 2188.75 });
        expect(record.payments.map((it: { payableId: string }) => it.payableId).toSorted()).toEqual(
          again.toSorted(),
        );
      }
    });
  });

  test('send_invoice keeps a draft on request', async () => {
    const { partners } = (await talk.tool('find_partners', { business: service.payee })).record;
    const given = { business: service.payee, connection: partners[0].id, amount: 20 };
    const lines = [{ description: 'Towels', quantity: 2, unitPrice: 10 }];
    const { record } = await talk.tool('send_invoice', {
      ...{ ...given, invoiceNumber: 'D-1', draft: true, lineItems: lines },
    });
    expect(record.status).toBe('DRAFT');
    const sent = await talk.tool('send_invoice', { ...given, invoiceNumber: 'D-2' });
    expect(sent.record.status).toBe('SUBMITTED');
  });
});
