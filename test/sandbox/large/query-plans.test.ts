import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLargeSandbox } from '../../../bench/large-seed/create-large-sandbox.ts';
import type { HandlerContext } from '../../../src/sandbox/context/handler-context.ts';
import { createRequestLog } from '../../../src/sandbox/context/request-log.ts';
import type { SandboxTables } from '../../../src/sandbox/database/tables.ts';
import { readPayablesPage, somePayables } from '../../../src/sandbox/payable/list.ts';
import { createPageBookmarks } from '../../../src/sandbox/payable/page-lookup.ts';
import type { PayableFilter } from '../../../src/sandbox/payable/select-seqs.ts';
import { eventsPage } from '../../../src/sandbox/web/inspector/events.ts';
import { mailsPage } from '../../../src/sandbox/web/inspector/mail.ts';
import type { PageContext } from '../../../src/sandbox/web/inspector/page-context.ts';
import { resourceKinds } from '../../../src/sandbox/web/inspector/pages.ts';
import { payablesPage } from '../../../src/sandbox/web/inspector/payables.ts';
import { paymentsPage } from '../../../src/sandbox/web/inspector/payments.ts';
import { searchPage } from '../../../src/sandbox/web/inspector/search.ts';
import { openStore } from '../../../src/storage/open-database.ts';
import type { Store } from '../../../src/storage/store.ts';
import { temporaryFolder } from '../open-sandbox.ts';

let folder: string;
let store: Store<SandboxTables>;
let businessId: string;
let connectionId: string;
beforeAll(async () => {
  folder = temporaryFolder();
  businessId = await createLargeSandbox({ dataDir: folder }, { payables: 2_000 });
  store = await openStore<SandboxTables>(join(folder, 'sandbox.db'));
  const { id } = await store.db.selectFrom('connections').select('id').executeTakeFirstOrThrow();
  connectionId = id;
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** How the database goes about every query of `work`. */
async function plansOf(work: (world: HandlerContext) => Promise<unknown>): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  const recording: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(store.db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = store.db.withPlugin(recording);
  await work({ db, pageMarks: createPageBookmarks() } as unknown as HandlerContext);
  const plans = [];
  for (const { sql, parameters } of asked) {
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await store.db.executeQuery<{ detail: string }>(explain);
    plans.push(rows.map(({ detail }) => detail).join('; '));
  }
  return plans;
}

/** Reads a table from one end to the other, or sorts what it found. */
const isSlow = (plan: string) => /SCAN (?!json_each|keys\b)|USE TEMP B-TREE/.test(plan);

type Filter = Partial<PayableFilter> & { readonly onConnection?: boolean };

const filters: Readonly<Record<string, Filter>> = {
  all: {},
  'one side': { direction: 'received' },
  'a state': { statuses: ['APPROVED'] },
  'several states': { statuses: ['APPROVED', 'PAID', 'DRAFT'] },
  'a connection': { onConnection: true },
  'a connection and a state': { onConnection: true, statuses: ['SUBMITTED'] },
};

const wantedBy = ({ onConnection, ...filter }: Filter) => ({
  ...{ businessId, statuses: [], ...filter },
  ...(onConnection && { connectionId }),
});

describe('no list of payables scans or sorts the table', () => {
  test.for(Object.entries(filters))('a page of %s', async ([, filter]) => {
    const page = { limit: 20, offset: 0 };
    const plans = await plansOf((world) => readPayablesPage(wantedBy(filter), page, world));
    expect(plans.length).toBeGreaterThan(2);
    expect(plans.filter(isSlow)).toEqual([]);
  });

  test.for(Object.entries(filters))('a part of an export of %s', async ([, filter]) => {
    const part = { from: 5, limit: 20 };
    const plans = await plansOf((world) => somePayables(wantedBy(filter), part, world));
    expect(plans.length).toBeGreaterThan(1);
    expect(plans.filter(isSlow)).toEqual([]);
  });

  test('a page in the middle', async () => {
    const page = { limit: 20, offset: 1_050 };
    const plans = await plansOf((world) => readPayablesPage(wantedBy({}), page, world));
    expect(plans.filter(isSlow)).toEqual([]);
  });

  test('a scan and a sort are detected', async () => {
    const unindexed = await plansOf(({ db }) =>
      db.selectFrom('payables').select('id').where('memo', '=', 'x').execute(),
    );
    const sorted = await plansOf(({ db }) =>
      db.selectFrom('payables').select('id').where('payee_id', '=', 'x').orderBy('memo').execute(),
    );
    expect([...unindexed, ...sorted].map(isSlow)).toEqual([true, true]);
  });
});

/** Reads a list of the inspector with a query. */
const lists = {
  payables: payablesPage,
  payments: paymentsPage,
  events: eventsPage,
  mail: mailsPage,
};
const listed = (list: keyof typeof lists, query: string) =>
  plansOf(({ db }) =>
    lists[list]({
      ...{ params: {}, formToken: '', resourceKinds, db, query: new URLSearchParams(query) },
      url: new URL(`http://localhost/sandbox/inspector/${list}?${query}`),
    } as unknown as PageContext),
  );

/** Filters and orders with the index that finds the rows: of the order, or of a condition that few rows match. */
const listIndices = [
  ['payables', '', 'PRIMARY KEY (rowid<?)'],
  ['payables', 'sort=oldest', 'PRIMARY KEY (rowid>?)'],
  ['payables', 'sort=largest', 'SCAN payables USING INDEX payables_by_amount'],
  ['payables', 'sort=smallest&least=10', 'payables_by_amount (cents>?)'],
  ['payables', 'sort=smallest&after=500000.7', 'payables_by_amount (cents=? AND seq>?)'],
  ['payables', 'sort=due', 'payables_by_due_date'],
  ['payables', 'sort=due&status=PAID', 'payables_by_status (status=?)'],
  ['payables', 'sort=due-last&before=2026-02-01.9', 'payables_by_due_date (due_date=? AND seq<?)'],
  ['payables', 'status=PAID', 'payables_by_status (status=? AND seq<?)'],
  ['payables', 'status=PAID&most=5', 'payables_by_amount (cents<?)'],
  ['payables', 'number=b-00001', 'payables_by_invoice_number (<expr>>? AND <expr><?)'],
  ['payables', 'business=biz_a&side=payee', 'payables_of_payee (payee_id=? AND seq<?)'],
  ['payables', 'business=biz_a&status=PAID', 'payables_of_payer_by_status'],
  ['payables', 'business=biz_a&sort=largest', 'payables_of_payer'],
  ['payables', 'dueFrom=2026-02-01&status=DRAFT', 'payables_by_due_date (due_date>?)'],
  ['payments', 'status=SCHEDULED', 'payments_by_status (status=? AND seq<?)'],
  ['payments', 'sort=largest', 'SCAN payments USING INDEX payments_by_amount'],
  ['payments', 'business=biz_a', 'payments_of_payer_by_age (payer_id=? AND seq<?)'],
  ['payments', 'kind=quickPay', 'payments_of_payable (payable_id=? AND seq<?)'],
  ['payments', 'kind=payMeLink', 'payments_by_receipt (receipt_id>?)'],
  ['events', 'type=payment.created', 'events_by_type (type=? AND seq<?)'],
  ['events', 'type=payment.created&about=pmt_a', 'events_about (resource_id=? AND seq<?)'],
  ['mail', 'unread=1', 'outbox_unread'],
  ['mail', 'to=ada&unread=1', 'outbox_by_addressee (to_email>? AND to_email<?)'],
  ['payments', 'least=10&most=20&status=FAILED', 'payments_by_amount (cents>? AND cents<?)'],
] as const;

describe('no list of the inspector scans a table, or sorts more rows than an index finds', () => {
  test.for(listIndices)('%s?%s reads %s', async ([list, query, index]) => {
    const plans = (await listed(list, query)).filter((plan) =>
      plan.includes(` ${list === 'mail' ? 'outbox' : list} `),
    );
    expect(plans.filter((plan) => /SCAN (pay\w+|events|outbox)\b(?! USING)/.test(plan))).toEqual(
      [],
    );
    expect(plans.filter((plan) => plan.includes(index))).not.toEqual([]);
  });
});

describe('no search of the inspector scans or sorts payables, payments or mail', () => {
  test.for(['b-0000', '1250', 'supplier', 'pay_2', 'accounts@', 'r01'])('%s', async (text) => {
    const query = new URLSearchParams({ q: text });
    const url = new URL('http://localhost/sandbox');
    const page = { params: {}, url, formToken: '', resourceKinds };
    const requestLog = createRequestLog(() => new Date());
    const plans = await plansOf(({ db }) =>
      searchPage({ ...page, db, query, requestLog } as unknown as PageContext),
    );
    expect(plans.length).toBeGreaterThan(2);
    expect(plans.filter((plan) => isSlow(plan) && !/SCAN businesses/.test(plan))).toEqual([]);
  });
});
