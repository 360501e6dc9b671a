import { afterEach, expect, test } from 'vitest';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

let stage: Stage;
afterEach(() => stage.close());

test.for([{ cents: false }, { cents: true }])(
  'a full invoice, from registration to money in the bank, amounts in cents: $cents',
  async ({ cents }) => {
    stage = await openStage({ cents });
    const { done, refused, rows, control, until } = stage;
    const { acmeBank, coastalBank, connection } = await openTrade(stage);
    const balance = async () => {
      const { cash, coming, all_money } = await done('coastal', 'business balance');
      return [cash, coming, all_money];
    };

    const lines = '--line "Bed linen|10|200" --line "Delivery|1|500"';
    const create = `payable create --connection ${connection} --amount 2500 ${lines} --invoice-number INV-1 --submit`;
    const { id } = await done('coastal', create);
    expect(await done('acme', 'payable list --status SUBMITTED')).toMatchObject([
      { id, amount: 2500, side: 'in' },
    ]);
    await done('acme', `payable approve ${id} --yes`);
    expect(await done('acme', `payable get ${id}`)).toMatchObject({ status: 'APPROVED' });

    await done('acme', `pay initiate ${id} --speed standard --expect-amount 2500 --yes`);
    expect(stage.heard.findLast(({ line }) => line.startsWith('POST'))).toEqual({
      line: 'POST /api/payments/initiate',
      body: { payable_id: id, funding_source_id: acmeBank, speed: 'standard' },
    });
    const shown = await done('acme', `payable get ${id}`);
    expect(shown).toMatchObject({ status: 'APPROVED', payment_status: 'queued' });
    expect(shown.active_payment_id).toMatch(/^pmt_/);
    expect(await balance()).toEqual([0, 0, 0]);

    await until('2026-03-02T22:00:00Z');
    expect(await balance()).toEqual([0, 2500, 2500]);
    await until('2026-03-03T14:00:00Z');
    const { amounts } = await control('GET', `/bank-accounts/${coastalBank}/micro-deposits`);
    await done('coastal', `bank verify ${coastalBank} ${amounts[1]} ${amounts[0]}`);
    expect(await rows('coastal', 'bank list')).toMatchObject([{ status: 'verified' }]);
    await until('2026-03-05T14:00:00Z');
    const paid = await done('coastal', `payable get ${id}`);
    expect(paid).toMatchObject({ status: 'PAID', settled_on: '2026-03-05T14:00:00.000Z' });
    expect(await balance()).toEqual([2500, 0, 2500]);

    await until('2026-03-05T15:00:00Z');
    await done('coastal', `business withdraw --amount 1000 --bank ${coastalBank} --yes`);
    expect(await balance()).toEqual([1500, 0, 2500]);
    await until('2026-03-06T14:00:00Z');
    expect(await balance()).toEqual([1500, 0, 1500]);
    const tooMuch = `business withdraw --amount 1500.01 --bank ${coastalBank} --yes`;
    expect(await refused('coastal', tooMuch)).toBe('7 insufficient_balance');

    expect((await rows('coastal', `payable log ${id}`)).map((it) => it['type'])).toEqual([
      ...['created', 'submitted', 'approved'],
      ...['payment_initiated', 'payment_processing', 'payment_completed'],
    ]);
    expect((await done('coastal', `payable log ${id}`))[0]).toMatchObject({ what: 'new' });
    expect(await control('GET', '/ledger/check')).toMatchObject({ ok: true, difference: 0 });
  },
);
