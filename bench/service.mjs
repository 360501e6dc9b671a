import { createServer } from 'node:http';
import process from 'node:process';

/**
 * A service with almost no cost of its own, so that the program is measured rather than the service: pages of `rows`
 * payables, each after `delay` ms, and a file of as many. Prints its URL on stdout and serves until it is killed.
 *
 *   node bench/service.mjs <rows> [delay]
 */
const [rows, delay = 0] = process.argv.slice(2).map(Number);

/** Creates a record with the fields of a sandbox payable. */
const record = (at) => {
  const id = String(at).padStart(9, '0');
  const moment = `2026-03-02T15:00:${String(at % 60).padStart(2, '0')}.000Z`;
  return {
    id: `pay_${id}`,
    payableId: `pay_${id}`,
    status: 'APPROVED',
    connectionId: `conn_${at % 500}`,
    businessId: 'biz_2',
    senderBusinessId: 'biz_2',
    payerBusinessId: 'biz_1',
    payeeName: 'Coastal Linen, Inc.',
    payerName: 'Harbor "Inn" LLC',
    direction: 'received',
    amount: 100 + (at % 90_000) / 100,
    currency: 'USD',
    dueDate: '2026-04-01',
    invoiceNumber: `INV-${id}`,
    memo: 'Linen, March, as agreed',
    lineItems: [],
    attachments: [],
    declineReason: null,
    createdAt: moment,
    updatedAt: moment,
    submittedAt: moment,
    approvedAt: moment,
    declinedAt: null,
    cancelledAt: null,
    paidAt: null,
    activePaymentId: null,
    paymentStatus: null,
    lastPaymentFailure: null,
    paymentLinkStatus: 'disabled',
    source: 'api',
    publicId: null,
  };
};

const pages = new Map();

/** Returns a page, cached: building it is not part of the measurement. */
function page(search) {
  const offset = Number(search.get('offset') ?? 0);
  const limit = Math.min(Number(search.get('limit') ?? 25), 100, rows - offset);
  const key = `${offset} ${limit}`;
  const made = pages.get(key) ?? Buffer.from(JSON.stringify(pageAt(offset, Math.max(0, limit))));
  pages.set(key, made);
  return made;
}

const pageAt = (offset, limit) => ({
  data: Array.from({ length: limit }, (_, at) => record(offset + at)),
  total: rows,
  limit,
  offset,
  hasMore: offset + limit < rows,
});

const columns = Object.keys(record(0))
  .filter((name) => typeof record(0)[name] !== 'object')
  .slice(0, 10);
const line = (at) => `${columns.map((name) => JSON.stringify(record(at)[name])).join(',')}\n`;
const block = Buffer.from(Array.from({ length: 5000 }, (_, at) => line(at)).join(''));

async function file(response) {
  response.writeHead(200, { 'content-type': 'text/csv' });
  response.write(`${columns.join(',')}\n`);
  for (let sent = 0; sent < rows; sent += 5000) {
    if (!response.write(block)) await new Promise((done) => response.once('drain', done));
  }
  response.end();
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://here');
  if (pathname.endsWith('/export')) return file(response);
  return setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(page(searchParams));
  }, delay);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
