import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/api/client/client.ts';
import { IncompleteListError } from '../../src/api/client/errors.ts';
import { withRetries } from '../../src/api/client/middleware/retry.ts';
import { type PagingOptions, records } from '../../src/api/client/pagination/pagination.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/api/http/http-types.ts';
import { payable } from '../../src/api/operations/payable.ts';
import { runs } from '../helpers/property-runs.ts';
import { remit } from '../helpers/run-command.ts';
import { answer, failure, serve } from './stub-servers.ts';

interface Row {
  readonly id: string;
}
interface Asked {
  readonly offset: number;
  readonly request: HttpRequest;
}

const input = { params: { businessId: 'biz_1' } };
const most = 8;

/** A service of so many rows that takes its time, and remembers what it was asked and how much at once. */
function slowService(
  count: number,
  {
    waitMs = (): number => 2,
    counts = true,
    instead = (_: Asked): HttpResponse | Error | undefined => undefined,
  } = {},
) {
  const rows = Array.from({ length: count }, (_, i) => ({ id: `pay_${i}` }));
  const seen = { asked: [] as Asked[], mostAtOnce: 0, atOnce: 0 };
  const send: Transport = async (request) => {
    const query = new URL(request.path, 'http://x').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const asked = { offset, request };
    seen.asked.push(asked);
    seen.atOnce++;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce);
    await sleep(waitMs());
    seen.atOnce--;
    const other = instead(asked);
    if (other instanceof Error) throw other;
    const data = rows.slice(offset, offset + limit);
    const hasMore = offset + data.length < count;
    const page = { data, hasMore, ...(counts && { total: count }) };
    return other ?? answer(200, JSON.stringify(page));
  };
  return { ...seen, seen, send, ids: rows.map(({ id }) => id) };
}

const rowsOf = (send: Transport, paging: PagingOptions = {}): AsyncIterable<Row> =>
  records<Row>(createClient({ send }), payable.list, input, paging);

async function idsOf(rows: AsyncIterable<Row>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

describe('a long list', () => {
  test('arrives in order, each row once, from pages that overtake each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        fc.boolean(),
        async (count, pageSize, waits, counts) => {
          let at = 0;
          const waitMs = () => waits[at++ % waits.length] ?? 0;
          const { send, seen, ids } = slowService(count, { waitMs, counts });
          expect(await idsOf(rowsOf(send, { pageSize }))).toEqual(ids);
          expect(seen.mostAtOnce).toBeLessThanOrEqual(most);
        },
      ),
      { numRuns: runs(15) },
    );
  });

  test('is read with eight concurrent requests if it has a total', async () => {
    const { send, seen, ids } = slowService(500);
    expect(await idsOf(rowsOf(send, { pageSize: 10 }))).toEqual(ids);
    expect(seen.mostAtOnce).toBe(most);
    expect(new Set(seen.asked.map(({ offset }) => offset)).size).toBe(seen.asked.length);
  });

  test('is read with increasing concurrency if it has none', async () => {
    const { send, seen, ids } = slowService(60, { counts: false });
    const reading = rowsOf(send, { pageSize: 10 })[Symbol.asyncIterator]();
    await reading.next();
    expect(seen.asked).toHaveLength(1);
    const rest = await idsOf({ [Symbol.asyncIterator]: () => reading });
    expect(['pay_0', ...rest]).toEqual(ids);
    expect(seen.mostAtOnce).toBeGreaterThan(2);
  });

  test('waits for its reader: at most eight unread pages are fetched', async () => {
    const { send, seen } = slowService(5000, { waitMs: () => 0 });
    const reading = rowsOf(send, { pageSize: 10 })[Symbol.asyncIterator]();
    for (let row = 0; row < 15; row++) await reading.next();
    await sleep(50);
    expect(seen.asked.length).toBeLessThanOrEqual(2 + most);
    await reading.return?.();
  });

  test('requests nothing beyond the wanted rows', async () => {
    const { send, seen, ids } = slowService(5000);
    expect(await idsOf(rowsOf(send, { pageSize: 10, limit: 60, skip: 5 }))).toEqual(
      ids.slice(5, 65),
    );
    expect(Math.max(...seen.asked.map(({ offset }) => offset))).toBeLessThan(65);
  });

  test('of few pages is requested page by page', async () => {
    const { send, seen } = slowService(25);
    await idsOf(rowsOf(send, { pageSize: 10 }));
    expect(seen.mostAtOnce).toBe(1);
    expect(seen.asked.filter(({ request }) => request.prefetchSignal)).toEqual([]);
  });

  test('that is abandoned leaves no request in flight', async () => {
    const { send, seen } = slowService(500);
    for await (const { id } of rowsOf(send, { pageSize: 10 })) if (id === 'pay_12') break;
    const ahead = seen.asked.flatMap(({ request }) => request.prefetchSignal ?? []);
    expect(ahead.length).toBeGreaterThan(2);
    expect(ahead.every(({ aborted }) => aborted)).toBe(true);
  });
});

describe('a prefetched page that fails', () => {
  test('is requested again when needed, and the next ones sequentially', async () => {
    let failures = 0;
    const instead = ({ offset, request }: Asked) =>
      offset > 60 && request.prefetchSignal && failures++ < 5 ? answer(503, '{}') : undefined;
    const { send, ids, seen } = slowService(300, { instead });
    expect(await idsOf(rowsOf(send, { pageSize: 10 }))).toEqual(ids);
    const inTurn = seen.asked
      .filter(({ request }) => !request.prefetchSignal)
      .map(({ offset }) => offset);
    expect(inTurn.length).toBeGreaterThanOrEqual(most);
  });

  test('is not retried at once, so that an overloaded service is not hit harder', async () => {
    const instead = ({ request }: Asked) =>
      request.prefetchSignal ? answer(429, '{}', { 'retry-after': '60' }) : undefined;
    const { send, ids, seen } = slowService(120, { instead });
    const patient = withRetries(send, { pause: async () => {}, random: () => 0 });
    expect(await idsOf(rowsOf(patient, { pageSize: 10 }))).toEqual(ids);
    const refused = seen.asked.filter(({ request }) => request.prefetchSignal).length;
    expect(refused).toBeLessThanOrEqual(2 * most);
  });

  test('and again when needed makes the list incomplete, after the earlier rows', async () => {
    const instead = ({ offset }: Asked) => (offset >= 90 ? answer(403, '{}') : undefined);
    const { send, ids } = slowService(300, { instead });
    const got: string[] = [];
    const reading = (async () => {
      for await (const { id } of rowsOf(send, { pageSize: 10 })) got.push(id);
    })();
    expect(await failure(reading)).toBeInstanceOf(IncompleteListError);
    expect(got).toEqual(ids.slice(0, got.length));
    expect(got.length).toBeGreaterThan(80);
  });
});

test('rows inserted and deleted during prefetching: no remaining row is missed or duplicated', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 2, max: 25 }), fc.integer({ min: -15, max: 15 }))),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
      async (changes, waits) => {
        let rows = Array.from({ length: 150 }, (_, i) => ({ id: `pay_${i}` }));
        let [page, made] = [0, 0];
        const send: Transport = async ({ path }) => {
          const query = new URL(path, 'http://x').searchParams;
          const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
          const turn = page++;
          await sleep(waits[turn % waits.length]);
          for (const [, by] of changes.filter(([when]) => when === turn)) {
            const fresh = Array.from({ length: Math.max(0, by) }, () => ({ id: `new_${made++}` }));
            rows = [...fresh, ...rows.slice(Math.max(0, -by))];
          }
          const data = rows.slice(offset, offset + limit);
          return answer(200, JSON.stringify({ data, total: rows.length }));
        };
        const shown = await idsOf(rowsOf(send, { pageSize: 10 }));
        const stayed = rows.map(({ id }) => id).filter((id) => id.startsWith('pay_'));
        expect(shown).toEqual(expect.arrayContaining(stayed));
        expect(new Set(shown).size).toBe(shown.length);
      },
    ),
    { numRuns: runs(25) },
  );
});

describe('the program', () => {
  /** A service of 3000 rows; from `broken` on it has none to give. */
  async function listening(broken = Number.POSITIVE_INFINITY) {
    const ports = new Set<unknown>();
    let pages = 0;
    const base = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      pages++;
      const query = new URL(request.url ?? '', 'http://x').searchParams;
      const offset = Number(query.get('offset'));
      const length = Math.max(0, Math.min(100, 3000 - offset));
      const data = Array.from({ length }, (_, at) => ({ id: `pay_${offset + at}` }));
      response.writeHead(offset < broken ? 200 : 403).end(JSON.stringify({ data, total: 3000 }));
    });
    const env = { REMIT_BASE_URL: base.href, REMIT_TOKEN: 'some-token', REMIT_BUSINESS: 'biz_1' };
    return {
      run: () => remit('payable list --columns id --csv', { env }),
      ports,
      pages: () => pages,
    };
  }
  const ids = Array.from({ length: 3000 }, (_, at) => `pay_${at}`);

  test('reads a long list over shared connections', async () => {
    const { run, ports, pages } = await listening();
    const { code, out, err } = await run();
    expect([code, err]).toEqual([0, '']);
    expect(out.trim().split('\n')).toEqual(['id', ...ids]);
    expect(pages()).toBeGreaterThan(30);
    expect(ports.size).toBeLessThanOrEqual(1 + most);
  });

  test('prints the earlier rows in order if a page is refused, and exits with 12', async () => {
    const { run } = await listening(1000);
    const { code, out, err } = await run();
    expect(code).toBe(12);
    const printed = out.trim().split('\n').slice(1);
    expect(printed.length).toBeGreaterThan(900);
    expect(printed).toEqual(ids.slice(0, printed.length));
    expect(err).toContain('not complete');
  });
});
