import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, node, program, startHome } from '../helpers/built-program.ts';

let home: Home;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

/** The built program as a client of the protocol starts it. */
async function connected(...words: string[]) {
  const transport = new StdioClientTransport({
    command: node,
    args: [program, 'mcp', 'serve', ...words],
    env: { PATH: process.env['PATH'] ?? '', ...home.env },
    stderr: 'pipe',
  });
  const said: Buffer[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return { client, transport, said: () => Buffer.concat(said).toString() };
}

test('the official client library lists, reads, and pays after a confirmation', async () => {
  const { client, said } = await connected('--allow-writes');
  expect((await client.listTools()).tools).toHaveLength(68);
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  const call = async (name: string, given = {}): Promise<any> =>
    (await client.callTool({ name, arguments: given })).structuredContent;

  const businesses = (await call('business_list')).items;
  expect(businesses.map(({ name }: { name: string }) => name)).toEqual(
    home.started.businesses.map(({ name }) => name),
  );
  const [connection] = (await call('connection_list')).items;
  const [bank] = (await call('bank_list', { businessId: businesses[0].id })).items;
  const order = { connectionId: connection.id, amount: 12.34, fundingSourceId: bank.id };
  const { confirmation, wouldDo } = await call('pay_quick_pay', order);
  expect(wouldDo[0]).toBe('Pay $12.34 to Coastal Linen Inc');
  const { paymentId } = await call('pay_quick_pay', { ...order, confirmation });
  expect(await home.json('journal list')).toMatchObject([{ paymentId, amount: 12.34 }]);
  await client.close();
  expect(said()).toBe('');
});

test('exits with 0 at the end of its input and at an interrupt', async () => {
  const { code, out, err } = await home.run('mcp serve', { input: '' });
  expect([code, out, err]).toEqual([0, '', '']);
  const { client, transport } = await connected();
  await client.listTools();
  const ended = new Promise<void>((done) => {
    client.onclose = done;
  });
  process.kill(transport.pid ?? 0, 'SIGTERM');
  await ended;
});
