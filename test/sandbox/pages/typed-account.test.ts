import { expect, test } from 'vitest';
import { hrefOf, type VisitedPage, visibleTextOf } from '../../helpers/scriptless-browser.ts';
import { openOtherBrowser, trade, visitInEachTest, visitor } from './payer-visit.ts';
import { linkedInvoice } from './payment-links.ts';

const ada = { payerName: 'Ada Ames', payerEmail: 'ada@stranger.test', with: 'numbers' };
const GOOD = { routingNumber: '021000021', accountNumber: '000123456789' };

visitInEachTest();

const enter = async (url: string, numbers: Readonly<Record<string, string>> = GOOD) =>
  visitor.send(await visitor.send(await visitor.open(url), ada), numbers, /account$/);

const lastMail = async (): Promise<{ url: string; text: string; subject: string }> =>
  (await trade.control('GET', '/sandbox/outbox?kind=account_verification')).at(-1);

/** Returns the amounts of the newest account whose numbers were typed. */
async function deposits(): Promise<{ amount1: string; amount2: string }> {
  const events = await trade.control('GET', '/sandbox/events?type=bank_account.connected');
  const { id } = (events.data ?? events).at(-1).resource;
  const { amounts } = await trade.control('GET', `/sandbox/bank-accounts/${id}/micro-deposits`);
  return { amount1: String(amounts[0]), amount2: `$${amounts[1]}` };
}

const verify = (page: VisitedPage, fields: Readonly<Record<string, string>>) =>
  visitor.send(page, fields, /verify$/);

test('an invoice is paid from an account whose numbers were typed, once it is verified', async () => {
  const { id, url } = await linkedInvoice(trade);
  const waiting = await enter(url, { ...GOOD, accountNumber: '000 1234-56789' });
  expect(visibleTextOf(waiting)).toContain(
    'Waiting for the verification of your account Two small deposits',
  );
  expect(visibleTextOf(waiting)).toContain('They are expected on March 3, 2026.');
  expect((await trade.payable(id)).paymentStatus).toBeNull();
  const { url: way, subject, text } = await lastMail();
  expect([way, subject]).toEqual([waiting.url, 'Verify your account ending in 6789 to pay']);
  expect(text).not.toContain('123456789');

  await trade.advance({ businessDays: 1 });
  openOtherBrowser();
  const form = await visitor.open(way);
  expect(visibleTextOf(form)).toContain('Attempts left: 3.');
  const check = await verify(form, await deposits());
  expect(visibleTextOf(check)).toContain(
    'Ada Ames authorizes Coastal Linen Inc and its payment service to debit $120.00',
  );
  expect(visibleTextOf(check)).toContain('First Example Bank, Checking ending in 6789');
  const receipt = await visitor.send(check, {}, /checkout\/[^/]+$/);
  expect(new URL(receipt.url).pathname).toContain('/receipt/');
  expect((await visitor.open(way)).url).toBe(receipt.url);
  await trade.advance({ businessDays: 4 });
  expect(await trade.balance()).toEqual([120, 0, 120]);
});

test('nothing can be paid from it before', async () => {
  const { id, url } = await linkedInvoice(trade);
  const waiting = await enter(url);
  const [{ fields } = { fields: {} }] = waiting.forms;
  const pressed = await visitor.post(waiting.url, { ...fields, authorization: 'x' });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([
    303,
    new URL(waiting.url).pathname,
  ]);
  const early = await visitor.post(`${waiting.url}/verify`, { ...fields, amount1: '0.01' });
  expect(early.status).toBe(303);
  expect((await trade.payable(id)).paymentStatus).toBeNull();
});

test('numbers are checked, all at once, and kept in the form', async () => {
  const { url } = await linkedInvoice(trade);
  const wrong = await enter(url, { routingNumber: '021000022', accountNumber: '12x' });
  expect(wrong.status).toBe(422);
  expect(visibleTextOf(wrong)).toContain('Please check 2 fields: Routing number Account number');
  expect(wrong.forms[0]?.fields).toMatchObject({
    routingNumber: '021000022',
    accountNumber: '12x',
  });
});

test('three wrong pairs end the verification; another account goes on', async () => {
  const { url } = await linkedInvoice(trade);
  const { url: way } = await enter(url);
  await trade.advance({ businessDays: 1 });
  let page = await visitor.open(way);
  const unreadable = await verify(page, { amount1: 'x', amount2: '1.00' });
  expect(visibleTextOf(unreadable)).toContain('Please check 2 fields');
  for (const left of ['2 attempts are', '1 attempt is', '0 attempts are']) {
    page = await verify(await visitor.open(way), { amount1: '0.50', amount2: '0.51' });
    expect(page.status).toBe(422);
    expect(page.text.match(/aria-invalid="true"/g)?.length).toBe(
      left.startsWith('0') ? undefined : 2,
    );
    if (left.startsWith('0')) expect(visibleTextOf(page)).toContain('wrong too often');
    else expect(visibleTextOf(page)).toContain(left);
  }
  const other = await visitor.open(hrefOf(page, '/account'));
  const again = await visitor.send(other, { ...GOOD, accountNumber: '5555000' }, /account$/);
  expect(visibleTextOf(again)).toContain('Waiting for the verification');
  expect(visibleTextOf(again)).toContain('ending in 5000');
});

test('an account cannot be guessed with checkout after checkout', async () => {
  const { url } = await linkedInvoice(trade);
  for (let count = 0; count < 3; count++) expect((await enter(url)).status).toBe(200);
  const refused = await enter(url);
  expect([refused.status, visibleTextOf(refused)]).toEqual([
    429,
    expect.stringContaining('Too many attempts'),
  ]);
});

test('its payment fails as the account does', async () => {
  const { url } = await linkedInvoice(trade);
  const { url: way } = await enter(url, { ...GOOD, accountNumber: '000222222227' });
  await trade.advance({ businessDays: 1 });
  const check = await verify(await visitor.open(way), await deposits());
  const receipt = await visitor.send(check, {}, /checkout\/[^/]+$/);
  await trade.advance({ businessDays: 4 });
  expect(visibleTextOf(await visitor.open(receipt.url))).toContain('Insufficient Funds (R01)');
});
