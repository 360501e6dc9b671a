import { expect } from 'vitest';
import { openTrade } from '../sandbox/trading-partners.ts';
import { story } from './play-story.ts';

const line = (quantity: number, unitPrice: number) => ({
  ...{ description: 'Bed linen', quantity, unitPrice },
});

story(
  'S6 What a payable may be, and who may change what',
  {
    covers: {
      payable: ['create', 'list', 'get', 'update', 'decline'],
      connection: ['archive', 'setSettings', 'invoices'],
    },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, payee, connectionId, done, refused, payablePath, payable } = trade;
    const payables = `/api/businesses/${payee.businessId}/payables`;
    const create = (more: object = {}) =>
      done(payee, 'POST', payables, { connectionId, amount: 100, ...more });
    const refusedWith = (more: object) =>
      refused(payee, 'POST', payables, { connectionId, amount: 100, ...more });
    const put = (id: string, change: object) =>
      refused(payee, 'PUT', payablePath(payee, id), change);
    const move = (who: typeof payer, id: string, name: string, body?: object) =>
      refused(who, 'POST', `${payablePath(who, id)}/${name}`, body);

    // Each line is rounded half up to the cent, and the lines make the amount exactly.
    await create({ amount: 20.01, lineItems: [line(2, 10.005)] });
    await create({ amount: 0.3, lineItems: [line(1, 0.1), line(1, 0.2)] });
    for (const amount of [20, 20.02]) {
      const refusal = await refusedWith({ amount, lineItems: [line(2, 10.005)] });
      expect(refusal).toBe('422 amount_mismatch');
    }
    for (const amount of [0, -1, 1.001]) {
      expect(await refusedWith({ amount })).toBe('422 invalid_amount');
    }
    const unsaid = { amount: undefined, lineItems: [line(1, 10)] };
    expect(await refusedWith(unsaid)).toBe('400 missing_field');

    // A number is used once on its connection.
    expect(await refusedWith({ connectionId: 'conn_none' })).toBe('404 not_found');
    await create({ invoiceNumber: 'INV-1' });
    expect(await refusedWith({ invoiceNumber: 'INV-1' })).toBe('409 duplicate_invoice_number');
    const other = await trade.connect(payee, await trade.addCompany('Prairie Foods LLC'));
    await create({ connectionId: other, invoiceNumber: 'INV-1' });
    await done(payee, 'PATCH', `/api/connections/${other}/archive`);
    expect(await refusedWith({ connectionId: other })).toBe('409 connection_not_active');

    // A draft changes in everything, and is its author's alone.
    const { id } = await create();
    const all = {
      ...{ amount: 30, dueDate: '2026-06-01', invoiceNumber: 'INV-2', memo: 'Spring' },
      lineItems: [line(3, 10)],
    };
    expect(await done(payee, 'PUT', payablePath(payee, id), all)).toMatchObject(all);
    expect(await refused(payer, 'GET', payablePath(payer, id))).toBe('404 not_found');
    const received = `/api/businesses/${payer.businessId}/payables`;
    expect(await done(payer, 'GET', received)).toMatchObject({ data: [], total: 0 });
    const invoices = `/api/connections/${connectionId}/invoices`;
    expect(await done(payer, 'GET', invoices)).toEqual([]);
    expect(await done(payee, 'GET', invoices)).toContainEqual(expect.objectContaining({ id }));
    expect(await move(payer, id, 'approve')).toBe('404 not_found');

    // Once it is submitted, money and identity stay.
    const submitted = await done(payee, 'PUT', payablePath(payee, id), { submit: true });
    expect(submitted).toMatchObject({ ...all, status: 'SUBMITTED' });
    expect(await put(id, { amount: 31 })).toBe('409 payable_field_not_editable');
    expect(await put(id, { invoiceNumber: 'INV-3' })).toBe('409 payable_field_not_editable');
    const note = { amount: 30, memo: 'Second delivery' };
    const noted = await done(payee, 'PUT', payablePath(payee, id), note);
    expect(noted).toMatchObject({ ...all, memo: 'Second delivery' });
    expect(await done(payer, 'GET', invoices)).toMatchObject([{ id }]);

    // The payer approves and declines, the payee cancels; what is declined is over.
    expect(await move(payee, id, 'approve')).toBe('403 not_payer');
    expect(await move(payer, id, 'cancel')).toBe('403 not_payee');
    await done(payer, 'POST', `${payablePath(payer, id)}/decline`, { reason: 'Wrong PO' });
    expect(await payable(id)).toMatchObject({ status: 'DECLINED', declineReason: 'Wrong PO' });
    expect(await put(id, { memo: 'Please' })).toBe('409 payable_not_editable');
    expect(await move(payer, id, 'approve')).toBe('409 invalid_payable_state');
    expect(await move(payee, id, 'cancel')).toBe('409 invalid_payable_state');
    expect(await move(payee, id, 'send-reminder')).toBe('409 payable_not_outstanding');

    // The terms of the payee make the due date.
    const terms = { netTerms: 30 };
    await done(payee, 'PATCH', `/api/connections/${connectionId}/settings`, terms);
    expect(await payable((await create()).id)).toMatchObject({ dueDate: '2026-04-01' });
    await done(payee, 'PATCH', `/api/connections/${connectionId}/settings`, { netTerms: null });
    expect((await payable((await create()).id)).dueDate).toBeNull();
    const dated = await create({ dueDate: '2026-05-01' });
    expect(await payable(dated.id)).toMatchObject({ dueDate: '2026-05-01' });
  },
);
