import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operations } from '../../src/api/operations/operations.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { talkTo } from './test-client.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** Returns the blocks of a language in the guide. */
async function blocksOf(language: string): Promise<string[]> {
  const guide = await readFile('docs/mcp.md', 'utf8');
  const found = guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'));
  return [...found].map(([, block = '']) => block);
}

/** Replaces what differs between two runs. */
const alike = (text: string) =>
  text
    .replaceAll(/••\d{4}/g, '••0000')
    .replaceAll(/\b(pay|fs|conn|pmt|int)_[\w…]+/g, '$1_…')
    .replaceAll(/20\d\d-\d\d-\d\d[T ][\d:.]+(?:Z| UTC)/g, 'TIME')
    .replaceAll(/("confirmation": ?)"[^"]+"/g, '$1"…"')
    .replaceAll(/("expiresAt": ?)"[^"]+"/g, '$1"…"');

const sameJson = (text: string) => JSON.parse(alike(text));

async function order() {
  const [payable] = await service.json<{ id: string }[]>('payable list --search CL-1001');
  const [bank] = await service.json<{ id: string }[]>(`bank list -b ${service.payer}`);
  return { payableId: payable?.id, fundingSourceId: bank?.id };
}

test('the preview and the refusal of the guide are the real answers', async () => {
  const [, preview = '', refusal = ''] = await blocksOf('json');
  const { tool, end } = await talkTo(service);
  const previewed = await tool('pay_initiate', await order());
  expect(sameJson(previewed.text)).toEqual(sameJson(preview));
  await service.remit('profile set confirm.typeAmountAbove 1000');
  const refused = await tool('pay_initiate', await order());
  expect(sameJson(refused.text)).toEqual(sameJson(refusal));
  await end();
});

test('the question of the guide is the one that a person is asked', async () => {
  const [question = ''] = await blocksOf('text');
  const asked: string[] = [];
  const { tool, end } = await talkTo(service, undefined, {
    person: ({ message }) => {
      asked.push(message);
      return { action: 'decline' };
    },
  });
  await tool('pay_initiate', await order());
  expect(asked.map((message) => alike(`${message}\n`))).toEqual([alike(question)]);
  await end();
});

test('the receipt of the guide is the answer to a repeat', async () => {
  const receipt = (await blocksOf('json')).at(-1) ?? '';
  const { tool, end } = await talkTo(service);
  const given = { payables: [(await order()).payableId] };
  const { confirmation } = (await tool('pay', given)).record;
  await tool('pay', { ...given, confirmation });
  const { text } = await tool('pay', given);
  expect(sameJson(text)).toEqual(sameJson(receipt));
  await end();
});

test('the guide names every tool for a task, every group of operations, and no other tool', async () => {
  const guide = await readFile('docs/mcp.md', 'utf8');
  const named = [...guide.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)].map(([, name]) => name ?? '');
  const nameAll = async (line: string) => {
    const { client, end } = await talkTo(service, line);
    const { tools } = await client.listTools();
    await end();
    return tools.map(({ name }) => name);
  };
  const all = await nameAll('mcp serve --allow-writes --tools all');
  expect(named.filter((it) => it.includes('_') && !all.includes(it))).toEqual([]);
  const tasks = await nameAll('mcp serve --allow-writes');
  expect([...tasks, ...Object.keys(operations)].filter((it) => !named.includes(it))).toEqual([]);
});
