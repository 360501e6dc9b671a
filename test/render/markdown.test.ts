import { describe, expect, test } from 'vitest';
import { columns, listOf, recordOf } from '../../src/render/view.ts';
import { printed } from './render-text.ts';

const view = listOf(columns('id', 'status:state', 'memo', 'amount:money', 'createdAt:time'), '');
const md = { format: 'markdown', utc: true } as const;

test('a list is a table with amounts on the right', async () => {
  const rows = [
    {
      id: 'pay-1',
      status: 'PAID',
      memo: 'Bed linen',
      amount: 1250,
      createdAt: '2026-03-02T15:00:00Z',
    },
    { id: 'pay-2' },
  ];
  expect(`\n${await printed(rows, md, view)}`).toBe(`
| ID | STATUS | MEMO | AMOUNT | CREATED AT |
| --- | --- | --- | ---: | --- |
| pay-1 | PAID | Bed linen | $1,250.00 | 2026-03-02 15:00Z |
| pay-2 |  |  |  |  |
`);
});

test('an empty list has its headings', async () => {
  expect(await printed([], md, view)).toMatch(/^\| ID \|.*\n\| --- \|.*\n$/);
});

test('a record is a table of its fields', async () => {
  const record = { id: 'pay-1', amount: 5 };
  expect(await printed(record, md, recordOf(columns('id', 'amount:money')))).toBe(
    '| FIELD | VALUE |\n| --- | --- |\n| ID | pay-1 |\n| AMOUNT | $5.00 |\n',
  );
});

describe('text of others is shown as it is', () => {
  const memo = listOf(columns('memo'), '');
  test.each([
    ['a | b', 'a \\| b'],
    ['![x](http://evil.test/a.png)', '\\!\\[x\\]\\(http\\://evil.test/a.png\\)'],
    ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert\\(1\\)\\>'],
    ['see https://evil.test or www.evil.test', 'see https\\://evil.test or www\\.evil.test'],
    ['@everyone a@b.test #12', '\\@everyone a\\@b.test \\#12'],
    ['`rm` *bold* _it_ ~no~ &lt; $a$', '\\`rm\\` \\*bold\\* \\_it\\_ \\~no\\~ \\&lt; \\$a\\$'],
    ['line\nbreak', 'line\\\\u000abreak'],
    ['back\\slash', 'back\\\\slash'],
  ])('%s', async (text, cell) => {
    expect(await printed([{ memo: text }], md, memo)).toBe(`| MEMO |\n| --- |\n| ${cell} |\n`);
  });

  test('in the place of an amount, too', async () => {
    const amount = listOf(columns('amount:money'), '');
    expect(await printed([{ amount: '<b>5</b>' }], md, amount)).toContain('| \\<b\\>5\\</b\\> |');
  });
});
