import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createClient } from '../../src/api/client/client.ts';
import { IncompleteListError, UnreachableError } from '../../src/api/client/errors.ts';
import { type PagingOptions, records } from '../../src/api/client/pagination/pagination.ts';
import type { Transport } from '../../src/api/http/http-types.ts';
import { business } from '../../src/api/operations/business.ts';
import { connection } from '../../src/api/operations/connection.ts';
import { defineOperation } from '../../src/api/operations/operation.ts';
import { payable } from '../../src/api/operations/payable.ts';
import { Id, optionalTimestamp, pageSchemaOf } from '../../src/api/schema/field-types.ts';
import { withoutFormats } from '../../src/api/schema/find-mismatch.ts';
import { runs } from '../helpers/property-runs.ts';
import { answer, failure } from './stub-servers.ts';

interface Row {
  readonly id: string;
}
type Page = { rows: Row[]; total: number; limit: number; offset: number; hasMore: boolean };

const input = { params: { businessId: 'biz_1' } };
const numbered = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: `pay_${count - i}` }));

/** A service that holds these rows; `shape` says how a page looks, `before` what happens ahead of each. */
function holding(
  rows: Row[],
  {
    most = 100,
    shape = ({ rows: data, ...facts }: Page): unknown => ({ data, ...facts }),
    before = (_page: number, _rows: Row[]): void => {},
    strict = true,
  } = {},
) {
  const asked: [limit: number, offset: number][] = [];
  const send: Transport = async ({ path }) => {
    before(asked.length, rows);
    const query = new URL(path, 'http://x').searchParams;
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    asked.push([limit, offset]);
    if (strict && limit > most) return answer(400, '{"code":"invalid_pagination"}');
    const size = Math.min(limit, most);
    const page = rows.slice(offset, offset + size);
    const hasMore = offset + page.length < rows.length;
    const facts = { total: rows.length, limit: size, offset, hasMore };
    return answer(200, JSON.stringify(shape({ rows: page, ...facts })));
  };
  return { asked, client: createClient({ send }) };
}

async function all(
  client: ReturnType<typeof createClient>,
  paging?: PagingOptions,
): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of records<Row>(client, payable.list, input, paging)) ids.push(id);
  return ids;
}

const ids = (rows: Row[]) => rows.map(({ id }) => id);

describe('a list of pages', () => {
  test.for([0, 1, 19, 20, 21, 45, 250])('of %i rows comes whole', async (count) => {
    const rows = numbered(count);
    const { client } = holding(rows, { most: 20, strict: false });
    expect(await all(client)).toEqual(ids(rows));
  });

  test('one page is asked for once', async () => {
    const { client, asked } = holding(numbered(45));
    await all(client);
    expect(asked).toEqual([[100, 0]]);
  });

  test.for<[name: string, shape: (page: Page) => unknown]>([
    ['a bare array', ({ rows }) => rows],
    ['items and totalCount', ({ rows, total }) => ({ items: rows, totalCount: total })],
    ['only hasMore', ({ rows, hasMore }) => ({ results: rows, hasMore })],
    ['a count of the page', ({ rows }) => ({ data: rows, count: rows.length })],
    ['pagination', ({ rows, total }) => ({ payables: rows, pagination: { total } })],
  ])('comes whole as %s', async ([, shape]) => {
    const rows = numbered(45);
    const { client } = holding(rows, { most: 20, strict: false, shape });
    expect(await all(client)).toEqual(ids(rows));
  });

  test('a refused page size is made smaller', async () => {
    const rows = numbered(60);
    const { client, asked } = holding(rows, { most: 25 });
    expect(await all(client, { pageSize: 1000 })).toEqual(ids(rows));
    expect(asked.map(([limit]) => limit)).toEqual([1000, 100, 50, 20, 20, 20, 20]);
  });

  test('limit and skip bound what comes, and what is asked for', async () => {
    const rows = numbered(45);
    const { client, asked } = holding(rows);
    expect(await all(client, { limit: 5, skip: 7 })).toEqual(ids(rows).slice(7, 12));
    expect(asked).toEqual([[5, 7]]);
    expect(await all(client, { limit: 25, pageSize: 10 })).toEqual(ids(rows).slice(0, 25));
    expect(await all(client, { skip: 40 })).toEqual(ids(rows).slice(40));
    expect(await all(client, { skip: 60 })).toEqual([]);
    expect(await all(client, { pageSize: 1 })).toEqual(ids(rows));
  });

  test('one that grows meanwhile shows no id twice and misses none', async () => {
    const rows = numbered(45);
    const { client } = holding(rows, {
      most: 20,
      before: (page, now) => {
        if (page > 0) now.unshift({ id: `new_${page}` }, { id: `newer_${page}` });
      },
    });
    expect(await all(client, { pageSize: 20 })).toEqual(ids(numbered(45)));
  });

  test('one whose rows go away meanwhile misses none of those that stay', async () => {
    const rows = numbered(45);
    const { client } = holding(rows, {
      before: (page, now) => {
        if (page === 1 || page === 3) now.splice(0, 15);
      },
    });
    const shown = await all(client, { pageSize: 10 });
    expect(rows).toHaveLength(15);
    expect(shown).toEqual(expect.arrayContaining(ids(rows)));
    expect(new Set(shown).size).toBe(shown.length);
  });

  test('whatever comes and goes on its first pages, every row that stays is shown once', async () => {
    const change = fc.record({ add: fc.nat(7), remove: fc.nat(7) });
    const changes = fc.array(change, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 60 }), changes, async (count, plan) => {
        const rows = numbered(count);
        let gone = 0;
        const { client } = holding(rows, {
          before: (page, now) => {
            const { add, remove } = plan[page - 1] ?? { add: 0, remove: 0 };
            gone += now.splice(0, remove).length;
            for (let i = 0; i < add; i++) now.unshift({ id: `new_${page}_${i}` });
          },
        });
        const stayed = () => ids(rows).filter((id) => id.startsWith('pay_'));
        const shown = await all(client, { pageSize: 10 }).catch((error: unknown) => {
          // Rows that went before they were shown may be missed, and that is said.
          if (error instanceof IncompleteListError && gone > 0) return undefined;
          throw error;
        });
        if (shown === undefined) return;
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown).toEqual(expect.arrayContaining(stayed()));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a long list', () => {
  const listed = () =>
    defineOperation({
      ...payable.list,
      response: () => pageSchemaOf(z.looseObject({ id: Id, createdAt: optionalTimestamp })),
    });
  const read = async (op: ReturnType<typeof listed>, service: ReturnType<typeof holding>) => {
    const found: unknown[] = [];
    for await (const row of records(service.client, op, input, { pageSize: 5 })) found.push(row);
    return found;
  };

  test('is validated with a compiled schema', async () => {
    const op = listed();
    const before = withoutFormats(op.response());
    await read(op, holding(numbered(20)));
    expect(withoutFormats(op.response())).toBe(before);
    const rows = numbered(100).map((it) => ({ ...it, createdAt: 'yesterday', more: [1] }));
    expect(await read(op, holding(rows))).toEqual(rows);
    expect(withoutFormats(op.response())).not.toBe(before);
  });

  test('fails for a row of another type all the same', async () => {
    const rows = numbered(100).map((it, at) => (at === 90 ? { ...it, createdAt: 7 } : it));
    await expect(read(listed(), holding(rows))).rejects.toThrow(/'data\.\d\.createdAt' is missing/);
  });
});

describe('a list that is not complete', () => {
  test('has fewer rows than the service counts', async () => {
    const shape = ({ rows, ...facts }: Page) => ({ data: rows, ...facts, total: 50 });
    const { client } = holding(numbered(45), { shape });
    expect(await failure(all(client))).toMatchObject({
      name: 'IncompleteListError',
      received: 45,
      expected: 50,
    });
  });

  test('comes from a service that gives its first page again and again', async () => {
    const first = numbered(45).slice(0, 20);
    for (const facts of [{ total: 45 }, { hasMore: true }]) {
      const shape = () => ({ data: first, ...facts });
      const error = await failure(all(holding(numbered(45), { shape }).client));
      expect(error).toMatchObject({ name: 'IncompleteListError', received: 20 });
    }
  });

  test('says after how many rows a page failed, and why', async () => {
    const cause = new UnreachableError('cut', { sent: true });
    const { client } = holding(numbered(45), {
      before: (page) => {
        if (page === 2) throw cause;
      },
    });
    const seen: unknown[] = [];
    const error = await failure(
      (async () => {
        for await (const row of records(client, payable.list, input, { pageSize: 20 })) {
          seen.push(row);
        }
      })(),
    );
    expect(error).toMatchObject({ name: 'IncompleteListError', received: 39, expected: 45, cause });
    expect(seen).toHaveLength(39);
  });

  test('is not what fails at once', async () => {
    const cause = new UnreachableError('cut', { sent: false });
    const { client } = holding([], {
      before: () => {
        throw cause;
      },
    });
    expect(await failure(all(client))).toBe(cause);
  });

  test('is not what was asked to be short', async () => {
    const shape = ({ rows }: Page) => ({ data: rows, total: 500 });
    expect(await all(holding(numbered(45), { shape }).client, { limit: 10 })).toHaveLength(10);
  });

  test('an interrupt between pages ends it', async () => {
    const stop = new AbortController();
    const { client } = holding(numbered(45), { before: (page) => page === 1 && stop.abort() });
    const error = await failure(all(client, { pageSize: 10, signal: stop.signal }));
    expect(error).toMatchObject({ name: 'IncompleteListError', cause: { interrupted: true } });
  });
});

describe('a list that has no pages', () => {
  const bare = (op: typeof business.list | typeof connection.list, ...pages: unknown[]) => {
    const asked: string[] = [];
    const send: Transport = async ({ path }) => {
      asked.push(path);
      return answer(200, JSON.stringify(pages[Math.min(asked.length, pages.length) - 1]));
    };
    const rows = async (paging?: PagingOptions) => {
      const found: unknown[] = [];
      for await (const row of records(createClient({ send }), op, {}, paging)) found.push(row);
      return found;
    };
    return { asked, rows };
  };

  test('is asked for once', async () => {
    const { asked, rows } = bare(business.list, numbered(45));
    expect(await rows()).toEqual(numbered(45));
    expect(await rows({ skip: 3, limit: 2 })).toEqual(numbered(45).slice(3, 5));
    expect(asked).toEqual(['/api/businesses', '/api/businesses']);
  });

  test('is followed where it says that there is more', async () => {
    const [first, second] = [numbered(4).slice(0, 3), numbered(4).slice(2)];
    const { asked, rows } = bare(
      connection.list,
      { items: first, totalCount: 4 },
      { items: second, totalCount: 4 },
    );
    expect(await rows()).toEqual(numbered(4));
    expect(asked).toEqual(['/api/connections', '/api/connections?offset=2']);
  });

  test('is not cut silently', async () => {
    const { rows } = bare(connection.list, { items: numbered(20), total: 45 });
    expect(await failure(rows())).toMatchObject({
      name: 'IncompleteListError',
      received: 20,
      expected: 45,
    });
  });
});
