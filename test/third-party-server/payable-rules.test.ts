import { afterEach, expect, test } from 'vitest';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

let stage: Stage;
afterEach(() => stage.close());

const lines = '--line "Towels|10|20" --line "Delivery|1|50"';
const invoice = `--amount 250 ${lines} --memo "March stay" --due 2026-04-15`;

test('payable rules return 422, and a PUT that replaces everything loses nothing', async () => {
  stage = await openStage();
  const { done, refused, run } = stage;
  const { connection } = await openTrade(stage);
  const create = (more: string, on = connection) => `payable create --connection ${on} ${more}`;
  const all = { memo: 'March stay', amount: 250, invoiceNumber: 'INV-7', dueDate: '2026-04-15' };
  const get = (id: string) => done('coastal', `payable get ${id}`);

  expect(await refused('coastal', create(invoice, 'conn_nothere'))).toBe('6 not_found');
  const { id } = await done('coastal', create(`${invoice} --invoice-number INV-7`));
  expect(await refused('coastal', create(`${invoice} --invoice-number INV-7`))).toMatch(
    /^7 duplicate_invoice_number/,
  );

  // A draft is the payee's own.
  expect(await refused('acme', `payable get ${id}`)).toMatch(/^6 /);
  expect(await done('acme', 'payable list')).toEqual([]);

  // One member changes, the others are sent with it.
  await done('coastal', `payable update ${id} --due 2026-04-30`);
  const changed = await get(id);
  expect(changed).toMatchObject({ ...all, dueDate: '2026-04-30' });
  expect(changed.lineItems).toMatchObject([
    { description: 'Towels', quantity: 10, unitPrice: 20 },
    { description: 'Delivery', quantity: 1, unitPrice: 50 },
  ]);
  await done('coastal', `payable submit ${id}`);
  expect(stage.heard.findLast(({ line }) => line.startsWith('PUT'))?.body).toMatchObject({
    ...{ send_now: true, memo: 'March stay', lineItems: expect.any(Array) },
  });
  const submitted = await get(id);
  expect(submitted).toMatchObject({ ...all, dueDate: '2026-04-30', status: 'SUBMITTED' });
  expect(submitted.lineItems).toHaveLength(2);

  // Submitted, its amount is fixed and its memo is not.
  expect(await refused('coastal', `payable update ${id} --amount 300`)).toMatch(/^[27] /);
  await done('coastal', `payable update ${id} --memo "April stay"`);
  expect(await get(id)).toMatchObject({ memo: 'April stay', lineItems: [{}, {}] });

  // A hand-written PUT with fewer fields does delete them: this service replaces the payable.
  const [{ id: payee }] = await done('coastal', 'business list');
  const draft = await done('coastal', create(invoice));
  const path = `/api/businesses/${payee}/payables/${draft.id}`;
  const raw = await run(
    `-P coastal api PUT ${path} -F connectionId=${connection} -F amount=250 --json`,
  );
  expect(raw.code).toBe(0);
  expect(await get(draft.id)).toMatchObject({ memo: null, dueDate: null });

  // Sides and states.
  expect(await refused('coastal', `payable approve ${id} --yes`)).toMatch(/^5 /);
  expect(await refused('acme', `payable cancel ${id} --yes`)).toMatch(/^5 /);
  await done('acme', `payable decline ${id} --reason "Not ours" --yes`);
  expect(await get(id)).toMatchObject({ status: 'DECLINED', decline_reason: 'Not ours' });
  expect(await refused('acme', `payable approve ${id} --yes`)).toMatch(/^7 /);
  expect(await refused('coastal', `payable cancel ${id} --yes`)).toMatch(/^7 /);
  expect(await refused('coastal', `payable update ${id} --memo x`)).toMatch(/^7 /);

  // Terms of the connection give the due date.
  await done('coastal', `connection set-settings ${connection} --net-terms 30`);
  const onTerms = await done('coastal', create('--amount 10'));
  expect(await get(onTerms.id)).toMatchObject({ dueDate: '2026-04-01' });
});
