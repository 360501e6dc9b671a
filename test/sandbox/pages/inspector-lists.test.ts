import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

/** Invoices with their amount in dollars, their due date, and whether they were submitted. */
const invoices = [
  ['CL-1', 500, '2026-03-20', true],
  ['CL-2', 80, '2026-04-01', true],
  ['CL-3', 500, '2026-03-10', false],
  ['cl-4', 2431.5, undefined, true],
  ['XL-5', 80, '2026-04-01', false],
] as const;

let trade: Trade;
let inspector: InspectorVisitor;
/** Payments, oldest first. */
let payments: readonly string[];
beforeAll(async () => {
  trade = await openTrade();
  inspector = await openInspector(trade);
  const { connectionId, payee } = trade;
  for (const [invoiceNumber, amount, dueDate, submit] of invoices) {
    const body = { connectionId, amount, invoiceNumber, submit, ...(dueDate && { dueDate }) };
    await trade.done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, body);
  }
  payments = [];
  for (const amount of [300, 1_000, 20]) {
    const { paymentId } = await trade.initiate(await trade.approved(amount));
    payments = [...payments, paymentId];
  }
});
afterAll(() => trade.close());

const inside = '/sandbox/inspector';

async function page(path: string): Promise<string> {
  const { status, text } = await inspector.look(`${inside}/${path}`);
  expect(status, path).toBe(200);
  return text;
}

/** The names of the rows of a list. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/role="cell" class="name"[^>]*>\s*<a[^>]*>([^<]*)</g)].map(([, it = '']) => it);

const rowsOf = async (path: string) => namesIn(await page(path));
const numbersOf = async (query: string) =>
  (await rowsOf(`payables?${query}`)).filter((name) => /^..-\d$/.test(name));

describe('payables', () => {
  test.for([
    ['', ['XL-5', 'cl-4', 'CL-3', 'CL-2', 'CL-1']],
    ['status=DRAFT', ['XL-5', 'CL-3']],
    ['status=submitted', ['cl-4', 'CL-2', 'CL-1']],
    ['number=Cl-', ['cl-4', 'CL-3', 'CL-2', 'CL-1']],
    ['number=CL-2', ['CL-2']],
    ['dueFrom=2026-03-20', ['XL-5', 'CL-2', 'CL-1']],
    ['dueTo=2026-03-20', ['CL-3', 'CL-1']],
    ['dueFrom=2026-03-11&dueTo=2026-03-31', ['CL-1']],
    ['least=500', ['cl-4', 'CL-3', 'CL-1']],
    ['most=%24500.00', ['XL-5', 'CL-3', 'CL-2', 'CL-1']],
    ['least=80.01&most=2,431.50', ['cl-4', 'CL-3', 'CL-1']],
    ['business=coastal&side=payee', ['XL-5', 'cl-4', 'CL-3', 'CL-2', 'CL-1']],
    ['business=coastal&side=payer', []],
    ['business=ACME+Hotels+LLC&status=DRAFT&most=80&dueTo=2026-04-01&number=x', ['XL-5']],
    ['status=&business=&side=&dueFrom=&dueTo=&least=&most=&number=&sort=', undefined],
  ] as const)('%s', async ([query, wanted]) => {
    expect(await numbersOf(query)).toEqual(wanted ?? (await numbersOf('')));
  });

  test.for([
    ['oldest', ['CL-1', 'CL-2', 'CL-3', 'cl-4', 'XL-5']],
    ['largest', ['cl-4', 'CL-3', 'CL-1', 'XL-5', 'CL-2']],
    ['smallest', ['CL-2', 'XL-5', 'CL-1', 'CL-3', 'cl-4']],
    ['due', ['CL-3', 'CL-1', 'CL-2', 'XL-5']],
    ['due-last', ['XL-5', 'CL-2', 'CL-1', 'CL-3']],
  ] as const)('in the order %s, filtered or not', async ([sort, wanted]) => {
    expect(await numbersOf(`sort=${sort}`)).toEqual(wanted);
    expect(await numbersOf(`sort=${sort}&status=DRAFT`)).toEqual(
      wanted.filter((it) => ['CL-3', 'XL-5'].includes(it)),
    );
    expect(await numbersOf(`sort=${sort}&business=${trade.payer.businessId}`)).toEqual(wanted);
  });

  test('a list by due date says that it has no payables without one', async () => {
    expect(await page('payables?sort=due')).toContain('without a due date are not in this list');
    expect(await page('payables')).not.toContain('without a due date');
  });

  test.for([
    ['least=ten', '“ten” is no amount. Write it as 1,250.00.'],
    ['dueTo=2026-02-30', '“2026-02-30” is no date. Write it as 2026-03-31.'],
    ['status=PENDING', '“PENDING” is none of DRAFT, SUBMITTED'],
    ['sort=memo', '“memo” is none of oldest, largest'],
    ['business=nobody', 'No business has a name that begins with “nobody”.'],
  ] as const)('%s is a problem, and nothing is listed', async ([query, sentence]) => {
    const text = await page(`payables?${query}`);
    expect(text).toContain(sentence);
    expect(text).toMatch(/<details class="filter" id="filter" open>/);
    expect(namesIn(text)).toEqual([]);
  });

  test('a name of several businesses offers them, and keeps the other filters', async () => {
    const rogue = await trade.addCompany('Rogue');
    const ids = [];
    for (const name of ['Harbor Inn', 'Harbor Café'])
      ids.push(await trade.addBusiness(rogue, name));
    const text = await page('payables?business=harbor&status=DRAFT');
    expect(text).toContain('Several businesses have a name that begins with “harbor”');
    for (const id of ids) {
      expect(text).toContain(`href="/sandbox/inspector/payables?business=${id}&#38;status=DRAFT"`);
    }
    expect(await page('payables?business=harbor+inn')).toContain('<h1>Payables of Harbor Inn</h1>');
  });

  test('the form has what was typed, and what the list is filtered by is told', async () => {
    const text = await page('payables?status=DRAFT&number=CL&least=80&sort=largest');
    expect(text).toContain('Invoice number CL · Amount from 80 · Largest first');
    expect(text).toMatch(/<input type="hidden" name="status" value="DRAFT">/);
    expect(text).toMatch(/name="number" value="CL"/);
    expect(text).toMatch(/<option value="largest" selected>/);
    expect(text).toContain(`<a href="${inside}/payables">Clear all filters</a>`);
  });

  test('links to states and at heads of columns keep the filters', async () => {
    const text = await page('payables?number=CL&sort=smallest&before=100.1');
    expect(text).toContain(
      'href="/sandbox/inspector/payables?number=CL&#38;sort=smallest&#38;status=PAID"',
    );
    expect(text).toMatch(
      /aria-sort="ascending"><a href="[^"]*\?number=CL&#38;sort=largest">Amount/,
    );
    expect(text).toMatch(/<a href="[^"]*\?number=CL&#38;sort=due">Due</);
    expect(text).toMatch(/<a href="[^"]*\?number=CL">Created</);
  });
});

describe('pages', () => {
  let many: Trade;
  let visitor: InspectorVisitor;
  const amounts = Array.from({ length: 40 }, (_, at) => [25, 10, 25, 7.5][at % 4] ?? 0);
  beforeAll(async () => {
    many = await openTrade();
    visitor = await openInspector(many);
    const { connectionId, payee } = many;
    for (const [at, amount] of amounts.entries()) {
      const more = { invoiceNumber: `N-${at}`, dueDate: `2026-04-0${1 + (at % 3)}` };
      const body = { connectionId, amount, ...more };
      await many.done(payee, 'POST', `/api/businesses/${payee.businessId}/payables`, body);
    }
  });
  afterAll(() => many.close());

  const linkIn = (text: string, label: RegExp) =>
    [...text.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)]
      .find(([, , it = '']) => label.test(it))?.[1]
      ?.replaceAll('&#38;', '&');

  /** Follows links from page to page. Returns the names on each. */
  async function walk(path: string, label: RegExp) {
    const pages: (readonly string[])[] = [];
    let [at, last]: [string | undefined, string] = [path, path];
    while (at !== undefined) {
      const { text } = await visitor.look(at);
      pages.push(namesIn(text));
      last = at;
      at = linkIn(text, label);
    }
    return { pages, last };
  }

  test.for([
    ['', ['Older →', '← Newer']],
    ['?sort=oldest', ['Newer →', '← Older']],
    ['?sort=largest&most=25', ['Next →', '← Previous']],
    ['?sort=smallest', ['Next →', '← Previous']],
    ['?sort=due&status=DRAFT', ['Next →', '← Previous']],
    ['?sort=due-last&business=coastal', ['Next →', '← Previous']],
  ] as const)('of payables%s have every row once, forwards and back', async ([query, labels]) => {
    const [onward, back] = labels.map((it) => new RegExp(it)) as [RegExp, RegExp];
    const there = await walk(`${inside}/payables${query}`, onward);
    const all = there.pages.flat();
    expect(there.pages.length).toBe(4);
    expect(all.toSorted()).toEqual(amounts.map((_, at) => `N-${at}`).toSorted());
    const again = await walk(there.last, back);
    expect([...new Set(again.pages.toReversed().flat())].toSorted()).toEqual(all.toSorted());
    expect(again.pages.at(-1)).toEqual(there.pages[0]);
  });

  test('by amount are in the order of amounts, and equal ones by age', async () => {
    const { pages } = await walk(`${inside}/payables?sort=smallest`, /Next →/);
    const numbers = pages.flat().map((name) => Number(name.slice(2)));
    const wanted = [...amounts.keys()].toSorted(
      (one, other) => (amounts[one] ?? 0) - (amounts[other] ?? 0) || one - other,
    );
    expect(numbers).toEqual(wanted);
  });

  test('a position of another order is that of the first page', async () => {
    const { text } = await visitor.look(`${inside}/payables?sort=due&after=12`);
    expect(namesIn(text)).toEqual(
      namesIn((await visitor.look(`${inside}/payables?sort=due`)).text),
    );
  });
});

describe('payments', () => {
  test.for([
    ['', [2, 1, 0]],
    ['sort=oldest', [0, 1, 2]],
    ['sort=largest', [1, 0, 2]],
    ['sort=smallest', [2, 0, 1]],
    ['least=300&most=300', [0]],
    ['kind=payable', [2, 1, 0]],
    ['kind=quickPay', []],
    ['kind=paymentLink', []],
    ['status=PENDING&business=acme&side=payer', [2, 1, 0]],
    ['business=acme&side=payee', []],
  ] as const)('%s', async ([query, wanted]) => {
    const text = await page(`payments?${query}`);
    expect(namesIn(text)).toEqual(wanted.map((at) => payments[at]));
    expect(text.includes('No results with these filters.')).toBe(wanted.length === 0);
  });

  test('of a kind are found among others', async () => {
    const { payer, payee, connectionId } = trade;
    const body = {
      connectionId,
      amount: 12,
      fundingSourceId: payer.bankId,
      clearingSpeed: 'standard',
    };
    const { paymentId } = await trade.done(payer, 'POST', '/api/payments/quick-pay', body);
    expect(await rowsOf('payments?kind=quickPay')).toEqual([paymentId]);
    expect(await rowsOf(`payments?kind=payable&business=${payee.businessId}`)).toEqual(
      payments.toReversed(),
    );
  });
});

describe('events', () => {
  const typesIn = (text: string) =>
    [...text.matchAll(/<code class="type">([^<]*)</g)].map(([, it = '']) => it);

  test('of a type, of a record, and of both', async () => {
    const [paymentId = ''] = payments;
    const ofPayment = typesIn(await page(`events?about=${paymentId}`));
    expect(ofPayment).toEqual(['payment.created']);
    const created = typesIn(await page('events?type=payment.created'));
    expect(created.length).toBeGreaterThanOrEqual(3);
    expect(new Set(created)).toEqual(new Set(['payment.created']));
    expect(typesIn(await page(`events?type=payment.created&about=${paymentId}`))).toEqual(
      ofPayment,
    );
    expect(typesIn(await page(`events?type=payment.held&about=${paymentId}`))).toEqual([]);
  });

  test('of a type that does not exist are a problem', async () => {
    expect(await page('events?type=payment.lost')).toContain('“payment.lost” is none of');
  });
});

describe('mail', () => {
  const kindOf = { payable_submitted: 'Invoice', payable_approved: 'approved' } as const;
  const subjectsIn = (text: string) =>
    [...text.matchAll(/<span class="subject">([^<]*)</g)].map(([, it = '']) => it);
  const addressesIn = (text: string) =>
    [...text.matchAll(/to <\/span>([^<]*)</g)].map(([, it = '']) => it);

  test('to an address that begins so', async () => {
    const addresses = addressesIn(await page('mail'));
    const [address = ''] = addresses;
    const found = addressesIn(await page(`mail?to=${address.slice(0, 5)}`));
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((it) => it.startsWith(address.slice(0, 5)))).toBe(true);
    expect(addressesIn(await page('mail?to=nobody@'))).toEqual([]);
  });

  test.for(Object.entries(kindOf))('of the kind %s', async ([kind, word]) => {
    const subjects = subjectsIn(await page(`mail?kind=${kind}`));
    expect(subjects.length).toBeGreaterThan(0);
    expect(subjects.filter((it) => !it.includes(word))).toEqual([]);
  });

  test('that nobody opened', async () => {
    const [, first = ''] = /<li id="(mail_[^"]*)"/.exec(await page('mail?unread=1')) ?? [];
    await page(`mail/${first}`);
    const text = await page('mail?unread=1&kind=payable_submitted');
    expect(text).not.toContain(`id="${first}"`);
    expect(text.match(/<li id="/g)?.length).toBe(
      text.match(/<li id="[^"]*" class="unread"/g)?.length,
    );
    expect(await page('mail')).toContain(`id="${first}"`);
  });
});
