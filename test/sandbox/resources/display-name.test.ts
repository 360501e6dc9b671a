import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVisitor } from '../../helpers/scriptless-browser.ts';
import { linkedInvoice, payMeLink } from '../pages/payment-links.ts';
import { type Company, openTrade, type Trade } from '../trading-partners.ts';

let trade: Trade;
beforeEach(async () => {
  trade = await openTrade();
  await callThemselves(trade.payer, 'Acme Rooms');
  await callThemselves(trade.payee, 'Linen by Coastal');
});
afterEach(() => trade.close());

const base = ({ businessId }: Company) => `/api/businesses/${businessId}`;
const callThemselves = (who: Company, alias: string) =>
  trade.done(who, 'PATCH', `${base(who)}/alias`, { alias });
const legalName = /Acme Hotels LLC|Coastal Linen Inc|Prairie Foods LLC/;

/** A payable of the payee over 10.00 that waits for the payer. */
async function submitted(): Promise<string> {
  const body = { connectionId: trade.connectionId, amount: 10, submit: true };
  return (await trade.done(trade.payee, 'POST', `${base(trade.payee)}/payables`, body)).id;
}

test('no email to a partner or payer contains the legal name of a business with an alias', async () => {
  const { payer, payee, done, control } = trade;
  await control('DELETE', '/sandbox/outbox');
  const joiner = await trade.addCompany('Prairie Foods LLC');
  await callThemselves(joiner, 'The Prairie');

  const invited = { email: 'new@partner.test' };
  const { id } = await done(payee, 'POST', `${base(payee)}/invitations`, invited);
  await done(payee, 'POST', `${base(payee)}/invitations/${id}/resend`);
  const open = { enabled: true, requireApproval: true };
  const { token } = await done(payee, 'PATCH', `${base(payee)}/public-invite-settings`, open);
  await done(joiner, 'POST', `${base(joiner)}/invitations/accept`, { token });

  const { path } = await linkedInvoice(trade);
  await done(payee, 'POST', `${path}/send`, { email: 'ada@stranger.test' });
  const step = async (who: Company, name: string) =>
    done(who, 'POST', `${base(who)}/payables/${await submitted()}/${name}`);
  await step(payee, 'send-reminder');
  await step(payee, 'cancel');
  await step(payer, 'decline');
  const approved = await trade.approved(20);
  await trade.initiate(approved);
  await trade.advance({ businessDays: 4 });

  const mails: { kind: string; subject: string; text: string }[] = await control(
    'GET',
    '/sandbox/outbox',
  );
  expect([...new Set(mails.map(({ kind }) => kind))].sort()).toEqual([
    ...['invitation', 'payable_approved', 'payable_cancelled', 'payable_declined'],
    ...['payable_submitted', 'payment', 'payment_link', 'public_request', 'reminder'],
  ]);
  for (const { subject, text } of mails) expect(`${subject} ${text}`).not.toMatch(legalName);
  const subjects = mails.map(({ subject }) => subject);
  for (const said of ['Linen by Coastal invites you to connect', 'The Prairie asks to connect'])
    expect(subjects).toContain(said);
});

test('no page for payers or partners is titled with the legal name of a business with an alias', async () => {
  const { payee, done, control } = trade;
  const invited = { email: 'new@partner.test' };
  await done(payee, 'POST', `${base(payee)}/invitations`, invited);
  const [mail] = await control('GET', '/sandbox/outbox?to=new@partner.test');
  const open = { enabled: true, requireApproval: true };
  const joining = await done(payee, 'PATCH', `${base(payee)}/public-invite-settings`, open);
  const { url } = await linkedInvoice(trade);
  const visitor = openVisitor(trade.browse);
  for (const address of [url, await payMeLink(trade), mail.url, joining.url]) {
    const { text } = await visitor.open(address);
    const [, title] = /<title>(.*?)<\/title>/.exec(text) ?? [];
    expect(title).toContain('Linen by Coastal');
    expect(text).toContain('<h1>Linen by Coastal</h1>');
    expect(text).toMatch(/class="portrait"[^>]*>L</);
  }
});
