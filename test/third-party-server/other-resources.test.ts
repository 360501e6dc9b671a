import { afterEach, expect, test } from 'vitest';
import { openStage, type Stage } from './fixture.ts';
import { openTrade } from './trading-partners.ts';

let stage: Stage;
afterEach(() => stage.close());

test('files, exports, links, batches and pages, under other names', async () => {
  stage = await openStage();
  const { done, rows, run, heard, file, refused } = stage;
  const { connection, acmeBank } = await openTrade(stage);
  const create = `payable create --connection ${connection}`;
  const last = (start: string) => heard.findLast(({ line }) => line.startsWith(start));

  // A file goes to the path of this service, and its reference comes back under the name it has here.
  await file('invoice.pdf', '%PDF-1.7\n');
  const { id } = await done('coastal', `${create} --amount 25 --attach invoice.pdf --submit`);
  expect(last('POST /api/uploads')).toBeDefined();
  expect((await done('coastal', `payable get ${id}`)).attachments).toHaveLength(1);

  // An export is asked for with filters, and passes through as it is.
  const csv = await run('-P coastal payable export --status SUBMITTED --created-from 2026-03-01');
  expect([csv.code, csv.out]).toEqual([0, expect.stringContaining(id)]);
  expect(last('POST /api/businesses')?.body).toEqual({
    ...{ in_state: 'SUBMITTED', created_after: '2026-03-01' },
  });
  expect((await run('-P acme connection export')).out).toContain(connection);

  // The state of a link is a word.
  await done('coastal', `link enable ${id}`);
  expect((await done('coastal', `link get ${id}`)).status).toBe('ACTIVE');
  expect(await rows('coastal', `link get ${id}`)).toMatchObject([{ status: 'enabled' }]);
  await done('coastal', `link disable ${id} --yes`);
  expect(await refused('coastal', `link send ${id} --email a@b.test`)).toBe(
    '7 payment_link_disabled',
  );

  // A batch is one request.
  const second = (await done('coastal', `${create} --amount 30 --submit`)).id;
  for (const it of [id, second]) await done('acme', `payable approve ${it} --yes`);
  await file('pay.csv', `payableId\n${id}\n${second}\n`);
  const paid = await done('acme', 'pay bulk --file pay.csv --speed standard --yes');
  expect(paid.map((it: { outcome: string }) => it.outcome)).toEqual(['applied', 'applied']);
  expect(last('POST /api/payments/bulk-initiate')?.body).toEqual({
    orders: [id, second].map((it) => ({
      ...{ payable_id: it, funding_source_id: acmeBank, speed: 'standard' },
    })),
  });

  // A list of several pages is asked for page after page.
  const lines = Array.from({ length: 130 }, (_, at) => `A-${at},1.00`);
  await file('many.csv', `invoiceNumber,amount\n${lines.join('\n')}\n`);
  await done('coastal', `${create} --file many.csv`);
  expect(await done('coastal', 'payable list')).toHaveLength(132);
  expect(last('GET /api/businesses')?.line).toMatch(/\?max=\d+&skip=99$/);
  expect(await rows('coastal', 'payable list --status PAID')).toEqual([]);
});

test('the public link and a refused invitation', async () => {
  stage = await openStage();
  const { done, rows, control, file, heard } = stage;
  await openTrade(stage);
  await done('acme', 'invite public --enable --require-approval');
  expect(heard.at(-1)?.body).toEqual({ switched_on: true, manual: true });
  await done('acme', 'invite send owner@coastal.test');
  const mails = await control('GET', '/outbox?kind=invitation');
  await file('token.txt', `${mails.at(-1).token}\n`);
  const received = await done('coastal', 'invite list --received');
  const invitation = received.find((it: { state: string }) => it.state === 'open');
  await done('coastal', `invite reject ${invitation.id} --yes`);
  expect((await rows('acme', 'invite list')).map((it) => it['status']).toSorted()).toEqual([
    'accepted',
    'rejected',
  ]);
});
