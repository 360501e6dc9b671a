import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { Person } from '../sandbox/open-sandbox.ts';
import { openTrade } from '../sandbox/trading-partners.ts';
import { refusalOf, story } from './play-story.ts';
import { typingAt } from './run-as-user.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n');

function fileOf(bytes: Uint8Array<ArrayBuffer>, name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return form;
}

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true });

story(
  'S17 Logo, labels and tags, exports and attachments',
  {
    covers: {
      business: ['setLogo', 'removeLogo', 'setAlias'],
      connection: ['setAlias', 'setTags', 'exportCsv'],
    },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, payee, connectionId, send, ask, done } = trade;
    const business = `/api/businesses/${payee.businessId}`;
    const upload = (
      { token }: Person,
      path: string,
      bytes: Uint8Array<ArrayBuffer>,
      name: string,
    ) => send('POST', path, { token, body: fileOf(bytes, name) });

    // The logo is what its bytes say.
    const logo = await upload(payee, `${business}/logo`, png, 'logo.png');
    expect(logo).toMatchObject({ status: 200, body: { contentType: 'image/png' } });
    expect(await done(payee, 'GET', business)).toMatchObject({ logoUrl: logo.body.logoUrl });
    const text = await upload(payee, `${business}/logo`, Buffer.from('hello'), 'logo.png');
    expect(refusalOf(text)).toBe('422 unsupported_file_type');
    for (let times = 0; times < 2; times++) {
      expect(await done(payee, 'DELETE', `${business}/logo`)).toEqual({ logoUrl: null });
    }
    const alias = { alias: 'Coastal' };
    expect(await done(payee, 'PATCH', `${business}/alias`, alias)).toMatchObject(alias);

    // Tags replace the set; labels and tags stand in the export.
    const connection = `/api/connections/${connectionId}`;
    const tag = (tagIds: readonly string[]) =>
      ask(payer, 'PATCH', `${connection}/tags`, { tagIds });
    const tagsOf = ({ body }: Awaited<ReturnType<typeof tag>>) =>
      body.tags.map((it: { id: string }) => it.id);
    expect(tagsOf(await tag(['tag_vendor']))).toEqual(['tag_vendor']);
    expect(tagsOf(await tag([]))).toEqual([]);
    expect(refusalOf(await tag(['tag_none']))).toBe('422 unknown_tag');
    expect(tagsOf(await tag(['tag_priority', 'tag_1099']))).toHaveLength(2);
    await done(payer, 'PATCH', `${connection}/alias`, { alias: 'Linen, "the best"' });
    const connections = await ask(payer, 'GET', '/api/connections/export-csv');
    expect(connections.headers.get('content-type')).toMatch(/^text\/csv/);
    const [row, ...others] = rowsOf(connections.text);
    expect(row).toMatchObject({ id: connectionId, alias: 'Linen, "the best"' });
    expect(row?.['tags']?.split(';').toSorted()).toEqual(['1099', 'Priority']);
    expect(others).toEqual([]);
  },
);

story(
  'S17 Forty-five payables in pages and in files',
  {
    covers: { payable: ['list', 'export', 'remind', 'create'], connection: ['invoices'] },
    opens: openTrade,
  },
  async (trade) => {
    const { payer, payee, connectionId, send, ask, done, refused, control, payablePath } = trade;
    const payables = `/api/businesses/${payee.businessId}/payables`;
    const create = (more: object = {}) =>
      done(payee, 'POST', payables, { connectionId, amount: 100, ...more });

    // An attachment comes back as it was.
    const { token } = payee;
    const file = await send('POST', '/api/files', { token, body: fileOf(pdf, 'Invoice 7.pdf') });
    expect(file).toMatchObject({ status: 201, body: { contentType: 'application/pdf' } });
    const { fileReference } = file.body;
    const sent = await create({ attachments: [fileReference], submit: true });
    const seen = await done(payer, 'GET', payablePath(payer, sent.id));
    expect(seen.attachments).toEqual([fileReference]);
    const read = await send('GET', `/api/files/${fileReference}`, { token: payer.token });
    expect(Buffer.from(read.bytes)).toEqual(pdf);

    // A reminder is for what is outstanding.
    const remind = (id: string) => `${payablePath(payee, id)}/send-reminder`;
    const reminded = await done(payee, 'POST', remind(sent.id));
    expect(reminded).toMatchObject({ sent: true, to: payer.email });
    const mails = await control('GET', `/sandbox/outbox?kind=reminder&to=${payer.email}`);
    expect(mails).toMatchObject([{ payableId: sent.id }]);
    const paid = await trade.approved(5);
    const { paymentId } = await trade.initiate(paid);
    await trade.advance({ untilState: `payment:${paymentId}:COMPLETED` });
    expect(await refused(payee, 'POST', remind(paid))).toBe('409 payable_not_outstanding');

    // A memo that a spreadsheet would run is text in the export; both dates are included.
    await create({ memo: '=cmd(),"quoted"\nnext' });
    const exported = async (filters: object) =>
      rowsOf((await ask(payee, 'POST', `${payables}/export`, filters)).text);
    const thursday = await exported({ createdAfter: '2026-03-05', createdBefore: '2026-03-05' });
    expect(thursday).toMatchObject([{ memo: `'=cmd(),"quoted"\nnext`, status: 'DRAFT' }]);
    expect(await exported({ createdBefore: '2026-03-02' })).toHaveLength(2);
    expect(await exported({ createdAfter: '2026-03-02' })).toHaveLength(3);
    expect(await exported({ status: 'PAID' })).toMatchObject([{ id: paid, amount: '5.00' }]);

    for (let made = 3; made < 45; made++) await create();
    const pages = [];
    for (const offset of [0, 20, 40]) {
      pages.push(await done(payee, 'GET', `${payables}?limit=20&offset=${offset}`));
    }
    expect(pages.map(({ data }) => data.length)).toEqual([20, 20, 5]);
    expect(pages[2]).toMatchObject({ total: 45, limit: 20, offset: 40, hasMore: false });
    expect(await refused(payee, 'GET', `${payables}?limit=101`)).toBe('400 invalid_pagination');
    expect(await done(payee, 'GET', `/api/connections/${connectionId}/invoices`)).toHaveLength(45);
    using keyboard = typingAt(trade, payee.token);
    const { out } = await keyboard.remit(
      `payable list --page-size 20 --json -b ${payee.businessId}`,
    );
    const listed: { id: string }[] = JSON.parse(out);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(45);
    expect(listed).toHaveLength(45);
  },
);
