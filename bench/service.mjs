import { createServer } from 'node:http';
import process from 'node:process';

/**
 * A service that costs next to nothing, so that the program is measured and not the service: pages of `rows` payables, each
 * after `delay` milliseconds, and a file of as many. Tells its address on standard output and serves until it is killed.
 *
 *   node bench/service.mjs <rows> [delay]
 */
const [rows, delay = 0] = process.argv.slice(2).map(Number);

const record = (at) => {
  const id = String(at).padStart(9, '0');
  return {
    id: `pay_${id}`,
    status: 'APPROVED',
    createdAt: '2026-03-02T15:00:00Z',
    connectionId: `con_${at % 500}`,
    amount: 100 + (at % 90_000) / 100,
    dueDate: '2026-04-01',
    invoiceNumber: `INV-${id}`,
    memo: 'Linen, March, as agreed',
    payeeName: 'Coastal Linen, Inc.',
    payerName: 'Harbor "Inn" LLC',
    direction: 'received',
    currency: 'USD',
  };
};

const pages = new Map();

/** A page is made once: what is measured afterwards is not this. */
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

const line = (at) =>
  `${Object.values(record(at))
    .map((it) => JSON.stringify(it))
    .join(',')}\n`;
const block = Buffer.from(Array.from({ length: 5000 }, (_, at) => line(at)).join(''));

async function file(response) {
  response.writeHead(200, { 'content-type': 'text/csv' });
  response.write(`${Object.keys(record(0)).join(',')}\n`);
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
