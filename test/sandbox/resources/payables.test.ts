import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
});
afterEach(() => trade.close());

const payables = () => `/api/businesses/${trade.payee.businessId}/payables`;
const draft = (more: object = {}) => ({ connectionId: trade.connectionId, amount: 100, ...more });
const create = (more: object = {}) => trade.done(trade.payee, 'POST', payables(), draft(more));
const refusedWith = (more: object) => trade.refused(trade.payee, 'POST', payables(), draft(more));
const asPayee = (id: string, rest = '') => `${trade.payablePath(trade.payee, id)}${rest}`;
const asPayer = (id: string, rest = '') => `${trade.payablePath(trade.payer, id)}${rest}`;
const put = (id: string, body: object) => trade.refused(trade.payee, 'PUT', asPayee(id), body);
const line = (quantity: number, unitPrice: number) => ({
  description: 'Thing',
  quantity,
  unitPrice,
});

describe('a new payable', () => {
  test('needs an active connection of its sender', async () => {
    const other = await trade.addCompany('Prairie Foods LLC');
    const theirs = await trade.connect(trade.payer, other);
    expect(await refusedWith({ connectionId: 'conn_nobody' })).toBe('404 not_found');
    expect(await refusedWith({ connectionId: theirs })).toBe('403 business_forbidden');
    await trade.done(trade.payee, 'PATCH', `/api/connections/${trade.connectionId}/archive`);
    expect(await refusedWith({})).toBe('409 connection_not_active');
  });

  test('has a unique number on its connection, whatever the state of the other', async () => {
    const { id } = await create({ invoiceNumber: 'INV-1', submit: true });
    await trade.done(trade.payer, 'POST', asPayer(id, '/decline'), {});
    expect(await refusedWith({ invoiceNumber: ' INV-1 ' })).toBe('409 duplicate_invoice_number');
    const other = await trade.addCompany('Prairie Foods LLC');
    const elsewhere = await trade.connect(trade.payee, other);
    await create({ connectionId: elsewhere, invoiceNumber: 'INV-1' });
  });

  test("is approved at once by the payer's rule, and only within its limit", async () => {
    const rule = { autoApprove: { enabled: true, maxAmount: 50 } };
    await trade.done(trade.payer, 'PATCH', `/api/connections/${trade.connectionId}/settings`, rule);
    const small = await create({ amount: 50, submit: true });
    const large = await create({ amount: 50.01, submit: true });
    expect((await trade.payable(small.id)).status).toBe('APPROVED');
    expect((await trade.payable(large.id)).status).toBe('SUBMITTED');
  });
});

describe('editing', () => {
  test('a draft can change completely, and omitted fields are unchanged', async () => {
    const { id } = await create({ memo: 'Spring', invoiceNumber: 'A', lineItems: [line(1, 100)] });
    const change = { amount: 30, lineItems: [line(3, 10)], dueDate: '2026-06-01' };
    await trade.done(trade.payee, 'PUT', asPayee(id), change);
    expect(await trade.payable(id)).toMatchObject({
      ...change,
      memo: 'Spring',
      invoiceNumber: 'A',
      status: 'DRAFT',
    });
    await trade.done(trade.payee, 'PUT', asPayee(id), { memo: null });
    expect((await trade.payable(id)).memo).toBe(null);
  });

  test('a draft of a suspended business cannot be submitted', async () => {
    const { id } = await create();
    await trade.control('POST', `/sandbox/businesses/${trade.payee.businessId}/suspend`, {});
    expect(await put(id, { submit: true })).toBe('403 business_suspended');
    expect(await put(id, { memo: 'x' })).toBe('200 undefined');
  });

  test('a draft on an archived connection cannot be submitted', async () => {
    const { id } = await create();
    await trade.done(trade.payer, 'PATCH', `/api/connections/${trade.connectionId}/archive`);
    expect(await put(id, { submit: true })).toBe('409 connection_not_active');
    expect((await trade.payable(id)).status).toBe('DRAFT');
  });
});

describe('transitions', () => {
  const move = (who: 'payer' | 'payee', id: string, name: string) =>
    trade.refused(trade[who], 'POST', `${trade.payablePath(trade[who], id)}/${name}`, {});

  test('cancelling cancels a scheduled payment, and is refused once money moves', async () => {
    const id = await trade.approved(25);
    const { paymentId } = await trade.initiate(id, { scheduledDate: '2026-03-10' });
    await trade.done(trade.payee, 'POST', asPayee(id, '/cancel'));
    expect((await trade.payable(id)).status).toBe('CANCELLED');
    expect((await trade.payment(paymentId)).status).toBe('CANCELLED');
    const moving = await trade.approved(25);
    await trade.initiate(moving);
    expect(await move('payee', moving, 'cancel')).toBe('409 payment_in_progress');
    expect(await move('payer', moving, 'decline')).toBe('409 payment_in_progress');
  });

  test('a reminder is sent to the payer, and logged', async () => {
    const { id } = await create({ submit: true });
    expect(await trade.done(trade.payee, 'POST', asPayee(id, '/send-reminder'))).toMatchObject({
      sent: true,
      to: trade.payer.email,
    });
    const log = await trade.done(trade.payee, 'GET', asPayee(id, '/activity-log'));
    expect(log.map((it: { type: string }) => it.type)).toEqual([
      'created',
      'submitted',
      'reminder_sent',
    ]);
  });
});

describe('lists', () => {
  test('are paginated, newest first, with a total', async () => {
    for (let i = 1; i <= 21; i++) await create({ invoiceNumber: `N-${i}`, submit: i % 2 === 0 });
    const page = async (query: string) => trade.done(trade.payee, 'GET', `${payables()}?${query}`);
    const pages = [await page(''), await page('offset=20')];
    expect(pages.map(({ data }) => data.length)).toEqual([20, 1]);
    const numbers = pages.flatMap(({ data }) =>
      data.map((it: { invoiceNumber: string }) => it.invoiceNumber),
    );
    expect(numbers).toEqual(Array.from({ length: 21 }, (_, i) => `N-${21 - i}`));
    expect(pages).toMatchObject([
      { total: 21, limit: 20, offset: 0, hasMore: true },
      { total: 21, limit: 20, offset: 20, hasMore: false },
    ]);
    expect((await page('status=SUBMITTED&limit=100')).total).toBe(10);
    expect((await page('status=DRAFT,SUBMITTED&limit=1')).total).toBe(21);
    expect((await page('direction=sent')).total).toBe(21);
    expect((await page('direction=received')).total).toBe(0);
    expect((await page(`connectionId=conn_other`)).total).toBe(0);
  });

  test('have a correct total after every change, on each side', async () => {
    const { payer, payee } = trade;
    const other = await trade.connect(payee, await trade.addCompany('Prairie Foods LLC'));
    const [, moved, declined] = [
      await create({ submit: true }),
      await create(),
      await create({ submit: true }),
      await create(),
      await trade.approved(10),
    ];
    await trade.done(payee, 'PUT', asPayee(moved.id), { connectionId: other, submit: true });
    await trade.done(payer, 'POST', asPayer(declined.id, '/decline'), {});
    const states = ['DRAFT', 'SUBMITTED', 'APPROVED', 'DECLINED', 'PAID', 'draft,Declined,DRAFT'];
    const places = ['', `&connectionId=${trade.connectionId}`, `&connectionId=${other}`];
    const counted: number[] = [];
    for (const who of [payer, payee]) {
      for (const query of states.flatMap((it) => places.map((at) => `status=${it}${at}`))) {
        const path = `/api/businesses/${who.businessId}/payables?${query}`;
        const { data, total } = await trade.done(who, 'GET', path);
        expect(total, query).toBe(data.length);
        counted.push(total);
      }
    }
    expect(counted).toEqual([
      ...[0, 0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0],
      ...[1, 1, 0, 2, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 2, 2, 0],
    ]);
  });

  test('refuse impossible limits and offsets', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=x', 'offset=-1']) {
      const refused = await trade.refused(trade.payee, 'GET', `${payables()}?${query}`);
      expect([query, refused]).toEqual([query, '400 invalid_pagination']);
    }
  });

  test('are exported as CSV without formulas', async () => {
    await create({ memo: '=cmd(),"quoted"\nnext' });
    const csv = await trade.ask(trade.payee, 'POST', `${payables()}/export`, {});
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toMatch(
      /attachment; filename="payables-2026-03-02\.csv"/,
    );
    const [row] = parse(csv.text, { columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({
      amount: '100.00',
      memo: `'=cmd(),"quoted"\nnext`,
      status: 'DRAFT',
      direction: 'sent',
    });
  });

  test('are exported by date range, inclusive, in Eastern Time', async () => {
    await create({ invoiceNumber: 'monday' });
    await trade.advance({ to: '2026-03-04T04:30:00Z' });
    await create({ invoiceNumber: 'tuesday night' });
    const numbers = async (filters: object) => {
      const { text } = await trade.ask(trade.payee, 'POST', `${payables()}/export`, filters);
      return (parse(text, { columns: true }) as Record<string, string>[]).map(
        (it) => it['invoiceNumber'],
      );
    };
    expect(await numbers({ createdAfter: '2026-03-03', createdBefore: '2026-03-03' })).toEqual([
      'tuesday night',
    ]);
    expect(await numbers({ createdBefore: '2026-03-02' })).toEqual(['monday']);
    expect(await numbers({ status: 'PAID' })).toEqual([]);
    expect(
      await trade.refused(trade.payee, 'POST', `${payables()}/export`, {
        createdAfter: '2026-02-30',
      }),
    ).toBe('422 invalid_date');
  });

  test('of connections are exported with labels and tags', async () => {
    const { payer, connectionId } = trade;
    await trade.done(payer, 'PATCH', `/api/connections/${connectionId}/alias`, { alias: '=Linen' });
    await trade.done(payer, 'PATCH', `/api/connections/${connectionId}/tags`, {
      tagIds: ['tag_vendor', 'tag_1099'],
    });
    const unknown = { tagIds: ['tag_none'] };
    expect(
      await trade.refused(payer, 'PATCH', `/api/connections/${connectionId}/tags`, unknown),
    ).toBe('422 unknown_tag');
    const { text } = await trade.ask(payer, 'GET', '/api/connections/export-csv');
    const [row] = parse(text, { columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({ id: connectionId, alias: "'=Linen", tags: 'Vendor;1099' });
  });
});
