import process from 'node:process';
import { serve } from '@hono/node-server';
import { DatabaseSync } from '@photostructure/sqlite';
import { Hono } from 'hono';
import { Kysely, SqliteDialect } from 'kysely';
import { z } from 'zod/mini';

/**
 * The smallest durable creation, as a baseline: one route that validates a body and inserts a row, each commit with
 * fsync. No token, permissions, activity, events or ledger. Prints its URL on stdout and serves until it is killed.
 *
 *   node bench/bare-service.mjs <file>
 */
const sqlite = new DatabaseSync(process.argv[2]);
sqlite.exec('pragma journal_mode = wal; pragma synchronous = full');
sqlite.exec(`create table payables (
  seq integer primary key, id text not null unique, connection_id text not null, amount real not null,
  invoice_number text, memo text, created_at text not null) strict`);
const known = new Map();
const database = {
  prepare(sql) {
    if (!known.has(sql)) known.set(sql, prepared(sqlite.prepare(sql)));
    return known.get(sql);
  },
  close: () => sqlite.close(),
};
const prepared = (statement) => ({
  reader: statement.columns().length > 0,
  all: (values) => statement.all(...values),
  run: (values) => statement.run(...values),
});
const db = new Kysely({ dialect: new SqliteDialect({ database }) });

const Body = z.object({
  connectionId: z.string(),
  amount: z.number(),
  invoiceNumber: z.optional(z.string()),
  memo: z.optional(z.string()),
});

const app = new Hono();
app.post('/payables', async (context) => {
  const body = z.parse(Body, await context.req.json());
  const row = {
    id: `pay_${crypto.randomUUID()}`,
    connection_id: body.connectionId,
    amount: body.amount,
    invoice_number: body.invoiceNumber ?? null,
    memo: body.memo ?? null,
    created_at: new Date().toISOString(),
  };
  await db.insertInto('payables').values(row).execute();
  return context.json({ id: row.id, status: 'DRAFT', createdAt: row.created_at }, 201);
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/payables`),
);
