import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shortMoney } from '../../../src/sandbox/web/inspector/due-jobs.ts';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

const ADVANCE = '/sandbox/inspector/clock/advance';

let trade: Trade;
let visitor: InspectorVisitor;
beforeEach(async () => {
  trade = await openTrade();
  visitor = await openInspector(trade);
});
afterEach(() => trade.close());

const pay = async (amount: number) =>
  (await trade.initiate(await trade.approved(amount))).paymentId;

/** The text of a page without its tags and its repeated spaces. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#39;', "'");

/** The buttons of the clock on a page: what each says, and the field that it sends. */
async function buttonsOn(path: string) {
  const { text } = await visitor.look(path);
  const pattern = /<button name="(\w+)" value="([^"]+)" class="\w*">(.*?)<\/button>/g;
  return [...text.matchAll(pattern)].map(([, name = '', value = '', label = '']) => ({
    ...{ name, value, says: textOf(label).trim() },
  }));
}

/** Presses a button of the clock on a page; the text of the page that it leads to. */
async function pressOn(path: string, label: string): Promise<string> {
  const button = (await buttonsOn(path)).find(({ says }) => says.startsWith(label));
  if (!button) throw new Error(`There is no button ${label}.`);
  const { headers } = await visitor.press(ADVANCE, { [button.name]: button.value, back: path });
  return (await visitor.look(headers.get('location') ?? '')).text;
}

describe('a button of the clock', () => {
  test.for([
    ['+1 hour', '+1 hour Mon Mar 2 11:00', '2026-03-02T16:00:00.000Z'],
    ['+1 day', '+1 day Tue Mar 3 10:00', '2026-03-03T15:00:00.000Z'],
    ['Next business day', 'Next business day Tue Mar 3 10:00', '2026-03-03T15:00:00.000Z'],
  ] as const)('%s says where it leads, and leads there', async ([label, says, moment]) => {
    expect((await buttonsOn('/sandbox')).map((it) => it.says)).toContain(says);
    await pressOn('/sandbox', label);
    expect(await trade.clock()).toBe(moment);
  });

  test('says what is due next, for how much, and when', async () => {
    expect((await buttonsOn('/sandbox')).map(({ value }) => value)).toEqual(['PT1H', 'P1D', '1']);
    const paymentId = await pay(55.01);
    const [next] = await buttonsOn('/sandbox');
    expect(next?.says).toBe(
      'Next due job Mon Mar 2 17:00: payment goes to the ACH network, $55.01',
    );
    await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
    const [after] = await buttonsOn('/sandbox');
    expect(after?.says).toMatch(/^Next due job Wed Mar 4 08:30: payment fails, \$55\.01$/);
  });

  test('leads to a date, at nine', async () => {
    await visitor.press(ADVANCE, { date: '2026-03-09' });
    expect(await trade.clock()).toBe('2026-03-09T13:00:00.000Z');
  });

  test('asks before it moves by more than 31 days, and moves once it is told to', async () => {
    const fields = { date: '2026-05-04' };
    const asked = await visitor.press(ADVANCE, fields);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('by 63 days?')]);
    expect(asked.text).toContain('name="date" value="2026-05-04"');
    expect(await trade.clock()).toBe('2026-03-02T15:00:00.000Z');
    await visitor.press(ADVANCE, { ...fields, sure: 'yes' });
    expect(await trade.clock()).toBe('2026-05-04T13:00:00.000Z');
  });

  test('refuses a date that is none or before now', async () => {
    for (const [date, status] of [
      ['2026-02-30T', 400],
      ['', 400],
      ['tomorrow', 400],
      ['2026-03-01', 409],
    ] as const) {
      expect([date, (await visitor.press(ADVANCE, { date })).status]).toEqual([date, status]);
    }
    expect(await trade.clock()).toBe('2026-03-02T15:00:00.000Z');
  });

  test.for([
    [1250, 'COMPLETED', 'settled'],
    [55.01, 'FAILED', 'failed (R01)'],
  ] as const)('leads to the end of a payment of %d', async ([amount, status, outcome]) => {
    const paymentId = await pay(amount);
    const path = `/sandbox/inspector/payments/${paymentId}`;
    const text = textOf(await pressOn(path, 'Until this payment settles'));
    expect((await trade.payment(paymentId)).status).toBe(status);
    expect(text).toContain(
      `Payment of $${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })} from Acme Hotels LLC to Coastal Linen Inc ${outcome}`,
    );
    const labels = (await buttonsOn(path)).map(({ says }) => says);
    expect(labels.filter((says) => says.startsWith('Until'))).toEqual([]);
  });
});

describe('what is due next', () => {
  test('is one row for what happens at one time, with the sum', async () => {
    for (const amount of [1250, 640.5, 2000]) await pay(amount);
    const { text } = await visitor.look('/sandbox');
    expect(textOf(text)).toContain('3 payments go to the ACH network $3,890.50 2026-03-02 17:00');
  });

  test('is up to date after each change of the schedule', async () => {
    const paymentId = await pay(1250);
    await visitor.look('/sandbox');
    await trade.control('POST', `/sandbox/payments/${paymentId}/submit`);
    expect(textOf((await visitor.look('/sandbox')).text)).toContain('Payment settles $1,250.00');
  });
});

describe('what a button caused', () => {
  test('is told in names and amounts, colored by outcome', async () => {
    await pay(1250);
    await pressOn('/sandbox', 'Next due job');
    const text = await pressOn('/sandbox', 'Next due job');
    expect(text).toContain(
      '<li class="good">Payment of $1,250.00 from Acme Hotels LLC to Coastal Linen Inc settled',
    );
    expect(text).not.toContain('A payable was paid');
  });

  test('is told by kind and sum if it is much', async () => {
    for (let count = 0; count < 7; count++) await pay(1000 + count);
    const sent = textOf(await pressOn('/sandbox', 'Next due job'));
    expect(sent).toContain('7 events. 7 payments were sent to the ACH network · $7,021.00');
    const settled = await pressOn('/sandbox', 'Next due job');
    expect(settled).toContain('<li class="good">7 payments settled · $7,021.00</li>');
  });

  test('nothing is told as nothing', async () => {
    expect(textOf(await pressOn('/sandbox', '+1 hour'))).toContain('Done. No events.');
  });
});

test('large amounts are written in short', () => {
  for (const [cents, text] of [
    [0, '$0.00'],
    [125_000, '$1,250.00'],
    [9_999_999, '$99,999.99'],
    [10_000_000, '$100k'],
    [15_049_900, '$150.5k'],
    [99_994_999, '$999.9k'],
    [99_995_000, '$1M'],
    [110_000_000, '$1.1M'],
    [99_995_000_000, '$1B'],
    [-250_000_000, '-$2.5M'],
  ] as const) {
    expect([cents, shortMoney(cents)]).toEqual([cents, text]);
  }
});
