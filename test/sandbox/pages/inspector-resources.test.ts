import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>\u202eevil`;
const inside = '/sandbox/inspector';

let trade: Trade;
let inspector: InspectorVisitor;
beforeEach(async () => {
  trade = await openTrade();
  inspector = await openInspector(trade);
});
afterEach(() => trade.close());

/** A day with something on every page, and texts that no page may take for its own. */
async function busyDay() {
  await trade.initiate(await trade.approved(1250));
  await trade.advance({ businessDays: 4 });
  await trade.withdraw(200);
  await trade.initiate(await trade.approved(80));
  const rogue = await trade.addCompany('Rogue');
  const businessId = await trade.addBusiness(rogue, HOSTILE);
  const bankId = await trade.addBank(rogue, businessId, HOSTILE);
  const company = { ...rogue, businessId, bankId };
  const connectionId = await trade.connect(trade.payer, company);
  const payables = `/api/businesses/${businessId}/payables`;
  const body = { connectionId, amount: 12, memo: HOSTILE, invoiceNumber: HOSTILE.slice(0, 20) };
  await trade.done(company, 'POST', payables, { ...body, submit: true });
  return { ...company, connectionId };
}

/** What a page is of: its path without ids, and which filters it has, whatever their values. */
const kindOf = (path: string) => path.replaceAll(/_[a-z0-9]{16}|=[^&]*/g, '');

/** Requests pages of the inspector that links lead to, three of each kind. Resolves to their texts by path. */
async function crawl(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const counts = new Map<string, number>();
  const waiting = ['/sandbox'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const count = counts.get(kindOf(path)) ?? 0;
    if (texts.has(path) || count === 3) continue;
    counts.set(kindOf(path), count + 1);
    const { status, text } = await inspector.look(path);
    expect(status, path).toBe(200);
    texts.set(path, text);
    for (const [, href = ''] of text.matchAll(/href="(\/sandbox[^"]*)"/g)) {
      waiting.push(href.replaceAll('&#38;', '&').replaceAll('&#39;', "'"));
    }
  }
  return texts;
}

test('links lead to pages without a secret or markup of others, where each other id is a link', async () => {
  await busyDay();
  const texts = await crawl();
  for (const kind of [
    ...['businesses', 'payables', 'payments', 'withdrawals', 'connections', 'invitations'],
    ...['users', 'bank-accounts', 'events', 'mail'],
  ]) {
    const paths = [...texts.keys()].filter((path) => path.startsWith(`${inside}/${kind}/`));
    expect(paths.length, kind).toBeGreaterThan(0);
  }
  for (const [path, text] of texts) {
    expect(text, path).not.toMatch(
      /<script>|<img|undefined|\[object|NaN|Invalid Date|scrypt|sbxc?_/,
    );
    expect(text.includes('\u202e'), path).toBe(false);
    expect([path, unlinkedIds(path, text)]).toEqual([path, []]);
  }
}, 180_000);

/** Returns the ids of resources that a page writes and does not link, but for its own. */
function unlinkedIds(path: string, text: string): readonly (string | undefined)[] {
  const own = decodeURIComponent(path.split('/').at(-1) ?? '');
  const main = text.slice(text.indexOf('<main>')).replace(/<(pre|article)[\s\S]*?<\/\1>/g, '');
  const bare = />\s*((?:pay|pmt|wd|biz|mail|conn|inv|usr|fs|acctint)_[a-z0-9]{16})\s*<(?!\/a)/g;
  return [...main.matchAll(bare)].map(([, id]) => id).filter((id) => id !== own);
}

test('a business shows what belongs to it', async () => {
  await trade.initiate(await trade.approved(1250));
  await trade.advance({ businessDays: 4 });
  const { id: withdrawalId } = (await trade.withdraw(200)).body;
  const { text } = await inspector.look(`${inside}/businesses/${trade.payee.businessId}`);
  for (const shown of [
    ...[trade.connectionId, withdrawalId, trade.payee.userId, trade.payee.bankId],
    `biz.${trade.payee.businessId}.available`,
    'Acme Hotels LLC',
    '$1,250.00',
  ]) {
    expect(text).toContain(shown);
  }
});

test('a connection shows both sides with their settings', async () => {
  const path = `/api/connections/${trade.connectionId}/settings?businessId=${trade.payer.businessId}`;
  const autoApprove = { enabled: true, maxAmount: 500 };
  await trade.done(trade.payer, 'PATCH', path, { autoApprove, netTerms: 30 });
  const { text } = await inspector.look(`${inside}/connections/${trade.connectionId}`);
  for (const shown of ['Acme Hotels LLC', 'Coastal Linen Inc', 'up to $500.00', '30 days']) {
    expect(text).toContain(shown);
  }
});

test('an account shows debits, credits and the balance after each entry, on every page', async () => {
  for (let number = 1; number <= 12; number++)
    await trade.initiate(await trade.approved(10 * number));
  await trade.advance({ businessDays: 4 });
  await trade.withdraw(200);
  const name = `biz.${trade.payee.businessId}.available`;
  const figures: string[][] = [];
  for (let path: string | undefined = `${inside}/ledger/${name}`; path !== undefined; ) {
    const { text } = await inspector.look(path);
    for (const [row] of text.slice(text.indexOf('<tbody')).matchAll(/<tr[\s\S]*?<\/tr>/g)) {
      figures.push(
        ['Debit', 'Credit', 'Balance'].map(
          (label) => new RegExp(`data-label="${label}">(?:<[^>]*>)?([^<]*)<`).exec(row)?.[1] ?? '',
        ),
      );
    }
    path = /href="([^"]+)">[^<]*Older/.exec(text)?.[1]?.replaceAll('&#38;', '&');
  }
  expect(figures).toHaveLength(13);
  expect(figures[0]).toEqual(['$200.00', '–', '$580.00']);
  const centsOf = (text = '') => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100) || 0;
  let balance = 0;
  for (const [debit, credit, after] of figures.toReversed()) {
    balance += centsOf(credit) - centsOf(debit);
    expect(centsOf(after)).toBe(balance);
  }
});

test('the ledger shows its balances, then its entries, then its accounts', async () => {
  const { text } = await inspector.look(`${inside}/ledger`);
  const heads = [...text.matchAll(/<h2>([^<]*)</g)].map(([, head]) => head);
  expect(heads.slice(-3)).toEqual(['Balances by class', 'Entries', 'Accounts']);
});

test('the settings show what the operator decided, and the webhook', async () => {
  await trade.control('PUT', '/sandbox/config', { holdThreshold: 750, strictEmail: true });
  const { text } = await inspector.look(`${inside}/settings`);
  for (const shown of ['$750.00', 'the addressee only', 'No webhook.'])
    expect(text).toContain(shown);
});

describe('the URL that opens the inspector', () => {
  const enter = async (id: string) => {
    const { url } = await trade.control('POST', '/sandbox/open', { id });
    return trade.send('GET', `/sandbox/enter${new URL(url).search}`);
  };

  test('leads to the page of an id', async () => {
    for (const [id, page] of [
      [trade.connectionId, 'connections'],
      [trade.payer.businessId, 'businesses'],
      [trade.payer.bankId, 'bank-accounts'],
    ]) {
      const { headers } = await enter(id ?? '');
      expect(headers.get('refresh')).toBe(`0; url=${inside}/${page}/${id}`);
    }
  });

  test('is refused for an unknown id', async () => {
    const { status, body } = await trade.tryControl('POST', '/sandbox/open', { id: 'pmt_none' });
    expect([status, body.message]).toEqual([404, 'No resource pmt_none found.']);
  });

  test('leads nowhere else, whatever is added to it', async () => {
    const { url } = await trade.control('POST', '/sandbox/open');
    const added = `${new URL(url).search}&id=${encodeURIComponent('//evil.test/pay_x')}`;
    const { headers } = await trade.send('GET', `/sandbox/enter${added}`);
    expect(headers.get('refresh')).toBe('0; url=/sandbox');
  });
});

describe('the list of events', () => {
  const typesOn = (text: string) =>
    new Set([...text.matchAll(/<code class="type">([\w.]+)</g)].map(([, type]) => type));

  test('is limited to a type by a form that knows every type', async () => {
    await busyDay();
    const { text: all } = await inspector.look(`${inside}/events`);
    expect(typesOn(all).size).toBeGreaterThan(3);
    const form = /<details class="filter"[^>]*>(.*?)<\/details>/s.exec(all)?.[1] ?? '';
    const options = [...form.matchAll(/<option>([\w.]+)</g)].map(([, type]) => type);
    expect(options).toEqual(expect.arrayContaining([...typesOn(all)]));

    const { text } = await inspector.look(`${inside}/events?type=payment.completed`);
    expect([...typesOn(text)]).toEqual(['payment.completed']);
    expect(text).toContain('<option selected>payment.completed</option>');

    const { text: any } = await inspector.look(`${inside}/events?type=`);
    expect(typesOn(any)).toEqual(typesOn(all));
  });
});
