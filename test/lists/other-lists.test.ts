import { afterAll, beforeAll, expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';
import { type Answering, answering } from '../helpers/stub-server.ts';

const records = [
  { id: 'one_1', status: 'active', tags: ['linen'], businessId: 'biz_1' },
  { id: 'one_2', status: 'pending', tags: null, businessId: 'biz_2' },
];
let lacking: string | undefined;
let service: Answering;
beforeAll(async () => {
  service = await answering((_, response) => {
    const rows = [...records, { ...records[1], id: 'one_3', [lacking ?? 'alias']: undefined }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(rows));
  });
});
afterAll(() => service.close());

const lists = [
  ['connection list --status active', 'status', ['one_1']],
  ['connection list --tag linen', 'tags', ['one_1']],
  ['business list --status pending', 'status', ['one_2', 'one_3']],
  ['bank list -b biz_1', 'businessId', ['one_1']],
  ['invite list -b biz_1 --status pending', 'status', ['one_2', 'one_3']],
  ['invite list -b biz_1 --received --status pending', 'status', ['one_2', 'one_3']],
  ['connection invoices conn_1 --status PAID', 'status', []],
] as const;

const run = (line: string) =>
  remit(line, { env: { REMIT_BASE_URL: service.baseUrl, REMIT_TOKEN: 'token-of-the-test' } });

test.for(lists)('%s lists what a service that filters nothing sends', async ([line, , found]) => {
  lacking = undefined;
  const { out } = await run(`${line} --json`);
  expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(found);
});

test.for(lists)('%s does not leave out a record without %s in silence', async ([line, field]) => {
  lacking = field;
  const { code, err } = await run(line);
  expect([code, err]).toEqual([
    12,
    expect.stringMatching(`Record one_3 has no usable ${field}, which --\\w+ needs`),
  ]);
});
