/** The flow of funds in the inspector, compared with the figures of the ledger. */

import { beforeEach, expect, test } from 'vitest';
import { visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';
import { choose, press, trade, visitInEachTest } from './payer-visit.ts';
import { payMeLink } from './payment-links.ts';

visitInEachTest();

let inspector: InspectorVisitor;
beforeEach(async () => {
  inspector = await openInspector(trade);
});

interface Line {
  readonly entry_seq: number;
  readonly account: string;
  readonly cents: number;
}

/** The cents of a place: what first came there, and what is still there of this payment. */
interface Place {
  readonly came: number;
  readonly left: number;
}

/** Returns the places of a payment's money by the ledger alone, and what its payee withdrew since it was available. */
async function placesInLedger(paymentId: string) {
  const { tables } = await trade.control('GET', '/sandbox/export');
  const entries: { seq: number; event: string; ref: string }[] = tables.ledger_entries;
  const lines: Line[] = tables.ledger_lines;
  const own = entries.filter(({ ref }) => ref === paymentId).map(({ seq }) => seq);
  const moves = lines.filter(({ entry_seq }) => own.includes(entry_seq));
  const placeOf = (account: string): Place => {
    const cents = moves.filter((it) => it.account === account).map((it) => Math.abs(it.cents));
    const sum = moves.filter((it) => it.account === account).reduce((all, it) => all + it.cents, 0);
    return { came: cents[0] ?? 0, left: Math.abs(sum) };
  };
  const { businessId } = trade.payee;
  const settled = entries.find(({ ref, event }) => ref === paymentId && event === 'P2')?.seq;
  const withdrawals = entries.filter(
    ({ seq, event }) => settled !== undefined && seq > settled && /^W[14]$/.test(event),
  );
  const withdrawn = lines
    .filter(({ entry_seq }) => withdrawals.some(({ seq }) => seq === entry_seq))
    .filter(({ account }) => account === `biz.${businessId}.available`)
    .reduce((all, { cents }) => all + cents, 0);
  return {
    transit: placeOf('ach.debits_in_transit'),
    pending: placeOf(`biz.${businessId}.pending`),
    available: placeOf(`biz.${businessId}.available`),
    withdrawn,
  };
}

/** Returns the places on the page of a payment, with their cents and whether the money is there now. */
async function placesOnPage(paymentId: string) {
  const { text } = await inspector.look(`/sandbox/inspector/payments/${paymentId}`);
  const [, list = ''] = /<ol class="flow way">(.*?)<.ol>/s.exec(text) ?? [];
  const [bank, transit, pending, available, withdrawn] = list
    .split('<li')
    .slice(1)
    .map((item) => {
      const words = visibleTextOf({ text: `<li${item}` });
      const [amount = '$0'] = /\$[\d,.]+/.exec(words) ?? [];
      return {
        came: Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100),
        isHere: words.includes('is here now'),
      };
    });
  return { bank, transit, pending, available, withdrawn, isBack: text.includes('way-back') };
}

/** Compares both, and returns the places where the money is now. */
async function agreedPlaces(paymentId: string): Promise<readonly string[]> {
  const ledger = await placesInLedger(paymentId);
  const { bank, withdrawn, isBack, ...shown } = await placesOnPage(paymentId);
  for (const name of ['transit', 'pending', 'available'] as const) {
    const { came, left } = ledger[name];
    expect([name, shown[name]]).toEqual([name, { came, isHere: left > 0 }]);
  }
  const isNowhere = Object.values(shown).every((it) => it?.isHere === false);
  expect(bank).toEqual({ came: ledger.transit.came, isHere: isNowhere });
  expect(isBack).toBe(isNowhere);
  expect(withdrawn?.came).toBe(ledger.withdrawn);
  return Object.entries({ bank, ...shown }).flatMap(([name, it]) => (it?.isHere ? [name] : []));
}

test('paid', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(1250.01));
  await trade.advance({ businessDays: 1 });
  expect(await agreedPlaces(paymentId)).toEqual(['transit', 'pending']);
  await trade.advance({ businessDays: 3 });
  expect(await agreedPlaces(paymentId)).toEqual(['available']);
});

test('failed', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(77.25));
  await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
  await trade.control('POST', `/sandbox/payments/${paymentId}/fail`, { code: 'R01' });
  expect(await agreedPlaces(paymentId)).toEqual(['bank']);
});

test('returned late', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(260));
  await trade.advance({ businessDays: 4 });
  await trade.control('POST', `/sandbox/payments/${paymentId}/return`, { code: 'R10' });
  expect(await agreedPlaces(paymentId)).toEqual(['bank']);
});

test('held, and no money moves', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(150_000));
  const { transit, pending, available } = await placesInLedger(paymentId);
  expect([transit.came, pending.came, available.came]).toEqual([0, 0, 0]);
  const { text } = await inspector.look(`/sandbox/inspector/payments/${paymentId}`);
  expect(text).toContain('No money has moved yet.');
  expect(text).not.toContain('class="flow way"');
});

test('by link, from a bank account that the ledger does not know', async () => {
  const url = await payMeLink(trade, { minAmount: 10, maxAmount: 5000 });
  await press(await choose(url, { amount: '98.40' }));
  await trade.advance({ businessDays: 1 });
  const { tables } = await trade.control('GET', '/sandbox/export');
  const [{ id }] = tables.payments.filter(({ kind }: { kind: string }) => kind === 'payMeLink');
  expect(await agreedPlaces(id)).toEqual(['transit', 'pending']);
  await trade.advance({ businessDays: 3 });
  expect(await agreedPlaces(id)).toEqual(['available']);
});

test('withdrawn, less what a bank sent back', async () => {
  const { paymentId } = await trade.initiate(await trade.approved(500));
  await trade.advance({ businessDays: 4 });
  await trade.withdraw(200);
  const { body } = await trade.withdraw(120.5);
  expect((await placesOnPage(paymentId)).withdrawn?.came).toBe(32_050);
  await trade.control('POST', `/sandbox/withdrawals/${body.id}/fail`, { code: 'R03' });
  expect((await placesOnPage(paymentId)).withdrawn?.came).toBe(20_000);
  expect(await agreedPlaces(paymentId)).toEqual(['available']);
});
