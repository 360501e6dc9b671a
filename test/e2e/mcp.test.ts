import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, node, program, startHome } from '../helpers/built-program.ts';

let home: Home;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

/** The built program as a client of the protocol starts it; the client asks `person`, if there is one. */
async function connected(words: readonly string[], person?: () => Promise<ElicitResult>) {
  const transport = new StdioClientTransport({
    command: node,
    args: [program, 'mcp', 'serve', ...words],
    env: { PATH: process.env['PATH'] ?? '', ...home.env },
    stderr: 'pipe',
  });
  const said: Buffer[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  const capabilities = person ? { elicitation: {} } : {};
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (person) client.setRequestHandler(ElicitRequestSchema, person);
  await client.connect(transport);
  return { client, transport, said: () => Buffer.concat(said).toString() };
}

test('the official client library lists, reads, and pays after a confirmation', async () => {
  const { client, said } = await connected(['--allow-writes', '--tools', 'all']);
  expect((await client.listTools()).tools).toHaveLength(81);
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
  expect(wouldDo[0]).toMatch(
    /^Acme Hotels LLC pays Coastal Linen Inc \$12\.34 from Operating account ••\d{4}\.$/,
  );
  const { paymentId } = await call('pay_quick_pay', { ...order, confirmation });
  expect(await home.json('journal list')).toMatchObject([{ paymentId, amount: 12.34 }]);
  await client.close();
  expect(said()).toBe('');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function quickPayment(amount: number) {
  const [connection] = await home.json('connection list');
  const [bank] = await home.json('bank list');
  return { connectionId: connection?.id, amount, fundingSourceId: bank?.id };
}

test('a person whom the client asks confirms a payment by its amount', async () => {
  const { client } = await connected(['--allow-writes', '--tools', 'all'], async () => ({
    action: 'accept',
    content: { amount: '12,345.67' },
  }));
  const order = await quickPayment(12_345.67);
  const paid = await client.callTool({ name: 'pay_quick_pay', arguments: order });
  expect(paid.structuredContent).toMatchObject({ amount: 12_345.67 });
  const [{ id }] = await home.json('journal list');
  expect(await home.json(`journal show ${id}`)).toMatchObject({ consent: 'elicitation' });
  await client.close();
});

test('a client that is killed while its question is open has sent nothing, and the program ends', async () => {
  let ask = () => {};
  const asked = new Promise<void>((done) => {
    ask = done;
  });
  const { client, transport } = await connected(['--allow-writes', '--tools', 'all'], () => {
    ask();
    return new Promise(() => {});
  });
  const before = await home.json('journal list');
  const call = client.callTool({ name: 'pay_quick_pay', arguments: await quickPayment(77) });
  call.catch(() => {});
  await asked;
  const { pid } = transport;
  await client.close();
  await expect.poll(() => isRunning(pid ?? 0), { timeout: 20_000 }).toBe(false);
  expect(await home.json('journal list')).toEqual(before);
});

test('exits with 0 at the end of its input and at an interrupt', async () => {
  const { code, out, err } = await home.run('mcp serve', { input: '' });
  expect([code, out, err]).toEqual([0, '', '']);
  const { client, transport } = await connected([]);
  await client.listTools();
  const ended = new Promise<void>((done) => {
    client.onclose = done;
  });
  process.kill(transport.pid ?? 0, 'SIGTERM');
  await ended;
});
