import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

let trade: Trade;
let visitor: InspectorVisitor;
beforeEach(async () => {
  // A Monday; the Monday after it is Memorial Day.
  trade = await openTrade({ now: '2026-05-18T14:00:00Z' });
  visitor = await openInspector(trade);
});
afterEach(() => trade.close());

/** A day of the strip as its words and shapes tell it. */
interface Day {
  readonly text: string;
  /** The date that its button leads to; none today. */
  readonly date: string | undefined;
  /** Counts and dollars by word: `settle: [3, 1945.51]`. */
  readonly figures: Readonly<Record<string, readonly [number, number]>>;
  /** Heights of the bars: `sent`, `due`. */
  readonly bars: Readonly<Record<string, number>>;
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

async function readStrip(): Promise<Day[]> {
  const { text } = await visitor.look('/sandbox');
  const [, strip = ''] = /class="days">(.*?)<\/form>/s.exec(text) ?? [];
  return strip
    .split('<li>')
    .slice(1)
    .map((cell) => ({
      text: textOf(cell),
      date: /name="date" value="([\d-]+)"/.exec(cell)?.[1],
      figures: Object.fromEntries(
        [...cell.matchAll(/<small>([\d,]+) ([a-z ]+)<br>\$([\d,.]+)<\/small>/g)].map(
          ([, count, word, dollars = '']) => [
            word ?? '',
            [Number(count), Number(dollars.replaceAll(',', ''))],
          ],
        ),
      ),
      bars: Object.fromEntries(
        [...cell.matchAll(/<rect class="(\w+)"[^>]*height="([\d.]+)"/g)].map(
          ([, name = '', height]) => [name, Number(height)],
        ),
      ),
    }));
}

/** Submits a payable that is due on a date. */
async function dueOn(dueDate: string, amount: number): Promise<string> {
  const { connectionId, payee } = trade;
  const made = await trade.done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, {
    ...{ connectionId, amount, dueDate, submit: true },
  });
  return made.id;
}

const pay = async (amount: number, more?: object) =>
  trade.initiate(await trade.approved(amount), more);

test('the strip has fourteen days, and names weekends, holidays and cut-offs', async () => {
  const days = await readStrip();
  expect(days).toHaveLength(14);
  expect(days[0]).toMatchObject({ text: 'Today May 18', date: undefined });
  expect(days[1]).toMatchObject({ text: 'Advance to Tue May 19', date: '2026-05-19' });
  expect(days[5]?.text).toBe('Advance to Sat May 23 Weekend');
  expect(days[7]?.text).toBe('Advance to Mon May 25 Memorial Day');
  expect(days[13]?.date).toBe('2026-05-31');
  expect(textOf((await visitor.look('/sandbox')).text)).toContain(
    'Cut-offs on business days: same-day 10:00, 14:00, 16:00; standard 17:00.',
  );
});

test('a day leads to its opening', async () => {
  await visitor.press('/sandbox/inspector/clock/advance', { date: '2026-05-26' });
  expect(await trade.clock()).toBe('2026-05-26T13:00:00.000Z');
  expect((await readStrip())[0]?.text).toMatch(/^Today May 26/);
});

test('figures are those of what then happens, each day', async () => {
  for (const amount of [1250, 640.5, 55.01]) await pay(amount);
  await pay(900, { clearingSpeed: 'sameDay' });
  const seen: Record<string, readonly [number, number]>[] = [];
  for (let day = 0; day < 10; day++) {
    await trade.advance({ to: `2026-05-${18 + day}T23:59:00-04:00` });
    const tomorrow = (await readStrip())[1];
    const { events } = await trade.advance({ to: `2026-05-${19 + day}T23:58:00-04:00` });
    const happened: Record<string, [number, number]> = {};
    for (const { type, data } of events) {
      const word = words[type];
      if (word === undefined) continue;
      const [count, sum] = happened[word] ?? [0, 0];
      happened[word] = [count + 1, Math.round((sum + data.amount) * 100) / 100];
    }
    expect(tomorrow?.figures, tomorrow?.date).toEqual(happened);
    seen.push(happened);
    if (day === 1) await pay(2000);
  }
  expect(seen.flatMap(Object.keys)).toEqual(expect.arrayContaining(['sent', 'settle', 'fail']));
});

const words: Readonly<Record<string, string>> = {
  'payment.processing': 'sent',
  'payment.completed': 'settle',
  'payment.failed': 'fail',
  'payment.returned': 'return',
};

test('payables are due until they are paid, declined or cancelled', async () => {
  await dueOn('2026-05-20', 100);
  const declined = await dueOn('2026-05-20', 300);
  await dueOn('2026-05-31', 2500.25);
  await dueOn('2026-06-01', 999);
  const days = await readStrip();
  expect(days[2]?.figures).toEqual({ due: [2, 400] });
  expect(days[13]?.figures).toEqual({ due: [1, 2500.25] });
  await trade.done(trade.payer, 'POST', `${trade.payablePath(trade.payer, declined)}/decline`, {
    reason: 'Not ours',
  });
  expect((await readStrip())[2]?.figures).toEqual({ due: [1, 100] });
});

test('bars are as high as the sums that the words tell', async () => {
  await dueOn('2026-05-20', 1000);
  await dueOn('2026-05-21', 250);
  await pay(500);
  const days = await readStrip();
  expect(days[2]?.bars).toEqual({ due: 42 });
  expect(days[3]?.bars).toEqual({ due: 10.5 });
  expect(days[0]?.bars).toEqual({ sent: 21 });
  expect(days[0]?.figures).toEqual({ sent: [1, 500] });
  for (const { bars, figures } of days) {
    expect(Object.keys(bars).length).toBe(Object.keys(figures).length);
  }
});
