/** A service that lists made-up payables. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Payable } from '../../src/api/operations/payable.ts';
import { type Answering, answering } from '../helpers/stub-server.ts';

/** The service's clock: a Monday in New York. */
const NOW = '2026-03-02T15:00:00Z';
/** The service's date. */
export const TODAY = '2026-03-02';

const day = (offset: number) =>
  new Date(Date.parse(`${TODAY}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

/** Payables with every combination of what filters look at, the same in each run. */
export const payables: readonly Payable[] = Array.from({ length: 90 }, (_, at) => {
  const status = pick(
    ['DRAFT', 'SUBMITTED', 'APPROVED', 'DECLINED', 'CANCELLED', 'PAID', 'SCHEDULED'] as const,
    at * 5 + (at >> 3),
  );
  const direction = pick(['received', 'sent', 'received'] as const, at);
  // Around midnight in New York, in winter and in summer.
  const created = new Date(
    Date.parse('2025-07-01T03:59:59Z') + at * 3 * 86_400_000 + (at % 3) * 1000,
  );
  return {
    id: `pay_${String(at).padStart(3, '0')}`,
    status,
    direction,
    connectionId: pick(['conn_1', 'conn_2', 'conn_3'], at >> 1),
    amount: pick([10, 10.01, 99.99, 100, 250.5, 1250, 10_000], at * 3),
    dueDate: pick([null, day(-40), day(-1), day(0), `${day(7)}T00:00:00Z`, day(29), undefined], at),
    invoiceNumber: pick([null, `INV-${at}`, `CL-${at % 7}`, `Ünï-${at}`], at),
    memo: pick([null, 'Bed linen', 'TOWELS, weekly', 'late fee 10%'], at >> 2),
    payeeName:
      direction === 'sent' ? 'Acme Hotels LLC' : pick(['Coastal Linen Inc', 'Bäckerei Groß'], at),
    payerName:
      direction === 'sent' ? pick(['Coastal Linen Inc', null], at >> 1) : 'Acme Hotels LLC',
    paymentStatus: pick([null, 'PENDING', 'FAILED', null, 'COMPLETED', 'HELD'] as const, at >> 1),
    createdAt: created.toISOString(),
  };
});

/** The behavior of a service with filters. */
export interface ListService {
  /** Whether it ignores its parameters `status` and `connectionId`. */
  readonly ignoresFilters: boolean;
  /** Fields that a record lacks. */
  readonly lacks: (at: number) => readonly (keyof Payable)[];
}

/** Returns the records as the service sends them. */
export const recordsOf = ({ lacks }: ListService): readonly Payable[] =>
  payables.map((it, at) => {
    const missing = new Set<string>(lacks(at));
    return Object.fromEntries(Object.entries(it).filter(([name]) => !missing.has(name))) as Payable;
  });

/** Starts the service. It returns at most 20 rows a page. */
export function startListService(how: ListService): Promise<Answering> {
  const records = recordsOf(how);
  return answering((request: IncomingMessage, response: ServerResponse) => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://service');
    const [status, connection] = how.ignoresFilters
      ? [null, null]
      : [query.get('status'), query.get('connectionId')];
    const found = records.filter(
      (it) =>
        (status === null || it.status === status) &&
        (connection === null || it.connectionId === connection),
    );
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(20, Number(query.get('limit') ?? 20));
    const body = { data: found.slice(offset, offset + limit), total: found.length, limit, offset };
    response.writeHead(200, {
      'content-type': 'application/json',
      date: new Date(NOW).toUTCString(),
    });
    response.end(JSON.stringify(body));
  });
}
