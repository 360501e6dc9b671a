import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openTrade, type Trade } from '../trading-partners.ts';
import { type InspectorVisitor, openInspector } from './inspector-visitor.ts';
import { linkedInvoice } from './payment-links.ts';

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>`;
const mailPath = '/sandbox/inspector/mail';

let trade: Trade;
let inspector: InspectorVisitor;
beforeEach(async () => {
  trade = await openTrade();
  inspector = await openInspector(trade);
});
afterEach(() => trade.close());

interface ReadMail {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly url: string | null;
}

const outbox = (query = ''): Promise<ReadMail[]> => trade.control('GET', `/sandbox/outbox${query}`);

const unreadIn = ({ text }: { readonly text: string }): readonly string[] =>
  [...text.matchAll(/<li id="(mail_\w+)" class="unread">/g)].map(([, id = '']) => id);

/** The number beside Mail in the navigation; 0 if there is none. */
const countIn = ({ text }: { readonly text: string }): number =>
  Number(/class="unread-count">(\d+)/.exec(text)?.[1] ?? 0);

async function everyStep(): Promise<void> {
  const { payer, payee, done, payablePath } = trade;
  const step = async (who: typeof payer, name: string, body?: object) =>
    done(who, 'POST', `${payablePath(who, await submitted())}/${name}`, body);
  await step(payee, 'send-reminder');
  await step(payee, 'cancel');
  await step(payer, 'decline', { reason: 'Never delivered' });
  const { path } = await linkedInvoice(trade, { invoiceNumber: 'CL-9' });
  await done(payee, 'POST', `${path}/send`, { email: 'ada@stranger.test' });
  const invited = { email: 'new@partner.test' };
  await done(payee, 'POST', `/api/businesses/${payee.businessId}/invitations`, invited);
  const { paymentId } = await trade.initiate(await trade.approved(2431.5));
  await trade.advance({ businessDays: 1 });
  await trade.control('POST', `/sandbox/payments/${paymentId}/fail`, { code: 'R01' });
}

async function submitted(): Promise<string> {
  const path = `/api/businesses/${trade.payee.businessId}/payables`;
  const number = `CL-${Math.trunc(1000 + performance.now() * 1000)}`;
  const body = {
    ...{ connectionId: trade.connectionId, amount: 12_450.5, submit: true },
    ...{ invoiceNumber: number, memo: 'Linen for March', dueDate: '2026-03-31' },
  };
  return (await trade.done(trade.payee, 'POST', path, body)).id;
}

describe('unread mail', () => {
  test('is counted on every page until it is opened', async () => {
    const mails = await outbox();
    const first = await inspector.look(mailPath);
    expect(unreadIn(first)).toEqual(mails.map(({ id }) => id).toReversed());
    expect(countIn(await inspector.look('/sandbox'))).toBe(mails.length);
    const [opened] = mails;
    expect(countIn(await inspector.look(`${mailPath}/${opened?.id}`))).toBe(mails.length - 1);
    const second = await inspector.look(mailPath);
    expect(unreadIn(second)).toHaveLength(mails.length - 1);
    expect(unreadIn(second)).not.toContain(opened?.id);
    await outbox();
    expect(countIn(await inspector.look('/sandbox'))).toBe(mails.length - 1);
  });

  test('is all read by one button, which then is gone, until the next mail', async () => {
    const form = /action="\/sandbox\/inspector\/outbox\/read"/;
    expect((await inspector.look(mailPath)).text).toMatch(form);
    await inspector.press('/sandbox/inspector/outbox/read', { back: mailPath });
    const read = await inspector.look(mailPath);
    expect([unreadIn(read), countIn(read)]).toEqual([[], 0]);
    expect(read.text).not.toMatch(form);
    await submitted();
    expect(countIn(await inspector.look('/sandbox'))).toBe(1);
  });

  test('is not read by the frame of its HTML, nor without a cookie', async () => {
    const [{ id = '' } = {}] = await outbox();
    const before = countIn(await inspector.look('/sandbox'));
    expect((await trade.send('GET', `${mailPath}/${id}`)).status).toBe(401);
    await inspector.look(`${mailPath}/${id}/html`);
    expect(countIn(await inspector.look('/sandbox'))).toBe(before);
  });
});

describe('the parts of a mail', () => {
  test('the text and the HTML of every kind say the same, and write amounts in one way', async () => {
    await everyStep();
    const mails = await outbox();
    expect([...new Set(mails.map(({ kind }) => kind))].sort()).toEqual([
      ...['invitation', 'payable_approved', 'payable_cancelled', 'payable_declined'],
      ...['payable_submitted', 'payment', 'payment_link', 'reminder'],
    ]);
    for (const { id, subject, text } of mails) {
      const shown = visibleTextOf(await inspector.look(`${mailPath}/${id}/html`));
      for (const line of text.split('\n').filter((it) => !it.includes('http'))) {
        expect(shown).toContain(line.replaceAll(/\s+/g, ' ').trim());
      }
      const amounts = `${subject} ${text}`.match(/\$\S*/g) ?? [];
      for (const amount of amounts) expect(amount).toMatch(/^\$\d{1,3}(,\d{3})*\.\d{2}$/);
      expect((await inspector.look(`${mailPath}/${id}?part=text`)).text).toContain(
        '<pre class="letter">',
      );
    }
  });

  test('subjects name the invoice, the amount and the other side', async () => {
    await everyStep();
    const subjects = (await outbox()).map(({ subject }) => subject.replace(/CL-\d{4,}/, 'CL-1'));
    for (const wanted of [
      'Invoice CL-1 · $12,450.50 from Coastal Linen Inc',
      'Reminder: Invoice CL-1 · $12,450.50 from Coastal Linen Inc',
      'Invoice CL-1 cancelled · $12,450.50 from Coastal Linen Inc',
      'Invoice CL-1 declined · $12,450.50 by Acme Hotels LLC',
      'Invoice approved · $2,431.50 by Acme Hotels LLC',
      'Payment failed · $2,431.50 to Coastal Linen Inc',
      'Payment failed · $2,431.50 from Acme Hotels LLC',
      'Coastal Linen Inc invites you to connect',
    ]) {
      expect(subjects).toContain(wanted);
    }
    const [declined] = await outbox('?kind=payable_declined');
    expect(declined?.text).toContain('Reason      Never delivered');
    const [failed] = await outbox('?kind=payment');
    expect(failed?.text).toContain('Reason      Insufficient Funds (R01)');
  });

  test('the HTML has a policy of its own: its styles, no script, only in a frame of the inspector', async () => {
    const [{ id = '' } = {}] = await outbox();
    const { headers, text } = await inspector.look(`${mailPath}/${id}/html`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox$/,
    );
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/i);
    const { text: page, headers: ofPage } = await inspector.look(`${mailPath}/${id}`);
    expect(page).toMatch(/<iframe [^>]*sandbox="allow-same-origin allow-popups[^"]*"/);
    expect(page).not.toContain('allow-scripts');
    expect(ofPage.get('content-security-policy')).not.toContain('unsafe');
    expect((await inspector.look(`${mailPath}/none/html`)).status).toBe(404);
    expect((await trade.send('GET', `${mailPath}/${id}/html`)).status).toBe(401);
  });

  test('a malicious name stays text in list, page and HTML', async () => {
    const rogue = await trade.addCompany('Rogue');
    const payee = { ...rogue, businessId: await trade.addBusiness(rogue, HOSTILE) };
    await trade.connect(payee, trade.payer);
    const [{ id = '' } = {}] = (await outbox()).toReversed();
    for (const path of ['', `/${id}`, `/${id}/html`, `/${id}?part=text`]) {
      const { text } = await inspector.look(`${mailPath}${path}`);
      expect(text).not.toMatch(/<script>|<img/);
    }
    const { text } = await inspector.look(`${mailPath}/${id}/html`);
    expect(visibleTextOf({ text })).toContain('<script>alert(1)</script>');
  });
});

describe('the button of a mail', () => {
  const buttonOf = async ({ id }: ReadMail) => {
    const { text } = await inspector.look(`${mailPath}/${id}`);
    const [, href = '', label = ''] =
      /<a class="button primary" href="([^"]+)"[^>]*>([^<]+)</.exec(text) ?? [];
    return { href, label };
  };

  test('leads to the page of its link, as the button in its HTML does', async () => {
    const { url, path } = await linkedInvoice(trade);
    await trade.done(trade.payee, 'POST', `${path}/send`, { email: 'ada@stranger.test' });
    const [sent] = await outbox('?kind=payment_link');
    if (!sent) throw new Error('No mail.');
    expect(await buttonOf(sent)).toEqual({ href: url, label: 'View and pay the invoice' });
    const { text } = await inspector.look(`${mailPath}/${sent.id}/html`);
    expect(text).toContain(`<a class="button" href="${url}" target="_blank"`);
    expect(sent.text).toContain(`View and pay the invoice: ${url}`);
  });

  test('leads to the payable where the mail has no link', async () => {
    const payableId = await submitted();
    const [sent] = (await outbox('?kind=payable_submitted')).toReversed();
    if (!sent) throw new Error('No mail.');
    const { href, label } = await buttonOf(sent);
    expect([href, label]).toEqual([`/sandbox/inspector/payables/${payableId}`, 'Open the payable']);
    expect((await inspector.look(href)).status).toBe(200);
  });

  test('mails lead to the ones beside them', async () => {
    const ids = (await outbox()).map(({ id }) => id).toReversed();
    let path: string | undefined = `${mailPath}/${ids[0]}`;
    const seen: string[] = [];
    while (path !== undefined) {
      seen.push(path.slice(mailPath.length + 1));
      const { text } = await inspector.look(path);
      path = /<a href="([^"]+)"[^>]*>Older →/.exec(text)?.[1];
    }
    expect(seen).toEqual(ids);
  });
});
