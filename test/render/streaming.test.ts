import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../../src/render/json.ts';
import type { RenderOptions } from '../../src/render/options.ts';
import { render } from '../../src/render/render.ts';
import { columns, listOf, recordOf } from '../../src/render/view.ts';

const view = listOf(columns('id'), '');
const formats: readonly RenderOptions['format'][] = ['table', 'json', 'ndjson', 'csv', 'tsv'];

describe.each(formats)('a list as %s', (format) => {
  test('prints the rows before a failure, then fails', async () => {
    async function* failing() {
      yield { id: 'first' };
      yield { id: 'second' };
      throw new Error('page 2 is gone');
    }
    let text = '';
    const reading = async () => {
      for await (const piece of render(view, failing(), { format })) text += piece;
    };
    await expect(reading()).rejects.toThrow('page 2 is gone');
    expect(text).toContain('first');
    expect(text).toContain('second');
  });

  test('closes its source if the reader stops', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (let at = 0; ; at++) yield { id: `row-${at}` };
      } finally {
        isClosed = true;
      }
    }
    for await (const piece of render(view, endless(), { format })) {
      if (piece.includes('row-0')) break;
    }
    expect(isClosed).toBe(true);
  });
});

test.each(formats.filter((it) => it !== 'table'))(
  '%s prints a page while the next one is being fetched',
  async (format) => {
    let isOver = false;
    async function* pages() {
      yield { id: 'one' };
      yield { id: 'two' };
      await sleep(20);
      isOver = true;
      yield { id: 'three' };
    }
    const seen: string[] = [];
    for await (const piece of render(view, pages(), { format })) {
      if (piece.includes('two')) expect(isOver).toBe(false);
      seen.push(piece);
    }
    expect(seen.join('')).toContain('three');
  },
);

test('a failure during a write is neither lost nor an unhandled rejection', async () => {
  async function* pages() {
    yield { id: 'one' };
    await sleep(40);
    throw new Error('page 2 is gone');
  }
  const reading = async () => {
    for await (const _ of render(view, pages(), { format: 'ndjson' })) await sleep(80);
  };
  await expect(reading()).rejects.toThrow('page 2 is gone');
});

test('a long list is written in chunks, none of them large', async () => {
  async function* rows() {
    for (let at = 0; at < 20_000; at++) yield { id: `pay_${at}` };
  }
  const sizes: number[] = [];
  for await (const piece of render(view, rows(), { format: 'csv' })) sizes.push(piece.length);
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.max(...sizes)).toBeLessThan(65_536);
});

test('a record with many rows is printed as JSON in parts', async () => {
  const record = { id: 'plan', rows: Array.from({ length: 20_000 }, (_, at) => ({ at })) };
  const pieces: string[] = [];
  for await (const piece of render(recordOf(columns('id')), record, { format: 'json' })) {
    pieces.push(piece);
  }
  expect(pieces.join('')).toBe(`${jsonText(record)}\n`);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
});
