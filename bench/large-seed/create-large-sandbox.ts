/** Creates sandboxes with very many payables, for benchmarks and tests of scale. */

import { mkdirSync } from 'node:fs';
import type { Insertable } from 'kysely';
import { scheduledStartAt } from '../../src/api/ach/cut-off.ts';
import type { HandlerContext } from '../../src/sandbox/context/handler-context.ts';
import { readSetting, settings } from '../../src/sandbox/context/settings.ts';
import type { SandboxTables } from '../../src/sandbox/database/tables.ts';
import { runDueJobsWithin } from '../../src/sandbox/jobs/run-due-jobs.ts';
import {
  beginStory,
  type Company,
  connectBank,
  connectCompanies,
  register,
} from '../../src/sandbox/seed/companies.ts';
import {
  openSandboxData,
  placeOf,
  type SandboxPlace,
  type StartupOptions,
} from '../../src/sandbox/server/startup.ts';
import { openAt } from '../../src/storage/open-database.ts';
import { insertMany, postMany } from './bulk-insert.ts';
import {
  type Companies,
  chanceOf,
  type GenerationPlan,
  generateId,
  generatePayable,
} from './payables.ts';
import { entriesOf, payablePaymentColumns, paymentOf } from './payments.ts';

const SUPPLIERS = 24;
const CUSTOMERS = 6;

/** Registers the companies, links their banks and connects them, all in the owner's account. */
async function makeCompanies(context: HandlerContext): Promise<Companies> {
  const owner = await readSetting(context.db, settings.owner);
  if (!owner) throw new Error('The sandbox has no owner.');
  const secondAgo = new Date(context.now().getTime() - 1000);
  const { asOwner } = await beginStory(context, owner, secondAgo);
  const group = company(0, 'Meridian Hotels LLC');
  const id = await register(group, asOwner());
  const all = Array.from({ length: SUPPLIERS + CUSTOMERS }, (_, at) =>
    company(at + 1, `${at < SUPPLIERS ? 'Supplier' : 'Customer'} ${at + 1} LLC`),
  );
  const registered = [];
  for (const partner of all)
    registered.push({ ...partner, id: await register(partner, asOwner()) });
  await runDueJobsWithin(context);

  const bankId = await connectBank(group, id, asOwner());
  const partners = [];
  for (const [at, partner] of registered.entries()) {
    const partnerBankId = at < SUPPLIERS ? '' : await connectBank(partner, partner.id, asOwner());
    const email = `accounts@partner-${at + 1}.test`;
    const connectionId = await connectCompanies(
      id,
      { id: partner.id, name: partner.name, email },
      asOwner(),
    );
    partners.push({ businessId: partner.id, connectionId, bankId: partnerBankId });
  }
  await runDueJobsWithin(context);
  return {
    id,
    bankId,
    suppliers: partners.slice(0, SUPPLIERS),
    customers: partners.slice(SUPPLIERS),
  };
}

const company = (number: number, name: string): Company => ({
  name,
  ein: `20-${String(1_000_000 + number)}`,
  address: { street: `${number + 1} Main Street`, ...city },
  person: { firstName: 'Robin', lastName: 'Reed' },
  bank: 'Operating account',
});

const city = { city: 'Chicago', state: 'IL', zip: '60601', country: 'US' };

/** Payables created in one transaction. */
const PAYABLES = 10_000;

/**
 * Creates a sandbox with very many payables of one business, which is its first, and returns the id of that business. The
 * payables have no events and no emails. The clock is frozen.
 */
export async function createLargeSandbox(
  place: SandboxPlace & Pick<StartupOptions, 'now'>,
  { payables, seed = 1 }: { readonly payables: number; readonly seed?: number },
): Promise<string> {
  mkdirSync(place.dataDir, { recursive: true });
  const store = await openAt<SandboxTables>(placeOf(place));
  try {
    const service = { appUrl: 'http://localhost', tokenTtlSeconds: 3600 };
    const { engine } = await openSandboxData(
      { ...place, seed: 'empty', clock: 'frozen' },
      { ...service, store, wallNow: () => new Date() },
    );
    const plan = { payables, seed, at: engine.now().toISOString() };
    const companies = await engine.transact(makeCompanies);
    for (let made = 0; made < payables; made += PAYABLES) {
      const last = Math.min(payables, made + PAYABLES);
      await engine.transact((context) => make(context, { plan, companies }, made, last));
    }
    await engine.flush();
    return companies.id;
  } finally {
    await store.close();
  }
}

/** Creates the payables from `first` up to the one before `last`. */
async function make(
  context: HandlerContext,
  { plan, companies }: { readonly plan: GenerationPlan; readonly companies: Companies },
  first: number,
  last: number,
): Promise<void> {
  const { db } = context;
  const payables: Insertable<SandboxTables['payables']>[] = [];
  const payments: NonNullable<ReturnType<typeof paymentOf>>[] = [];
  for (let number = first; number < last; number++) {
    const payable = generatePayable(number, plan, companies);
    const payment = paymentOf(number, payable, plan);
    payables.push(payment ? payablePaymentColumns(payable, payment) : payable.row);
    if (payment) payments.push(payment);
  }
  await insertMany(db, 'payables', payables);
  await insertMany(db, 'payments', payments);
  await insertMany(
    db,
    'activity',
    payables.map((payable, at) => activityRow(payable, first + at, plan.seed)),
  );
  await insertMany(db, 'jobs', payments.flatMap(jobOf));
  await postMany(context, payments.flatMap(entriesOf));
}

/** Returns the one activity entry of a generated payable: its history was never there. */
const activityRow = (
  { id, status, created_at }: Insertable<SandboxTables['payables']>,
  number: number,
  seed: number,
): Insertable<SandboxTables['activity']> => ({
  id: generateId('act', number, chanceOf(seed, -number - 2)),
  payable_id: id,
  type: 'created',
  message: 'Created among many',
  actor: system,
  from_status: null,
  to_status: status,
  metadata: '{}',
  created_at,
});

const system = JSON.stringify({ type: 'system', userId: null, name: 'System', businessId: null });

const jobOf = ({ id, scheduled_date }: Insertable<SandboxTables['payments']>) =>
  scheduled_date
    ? [{ kind: 'payment.start', ref: id, due_at: scheduledStartAt(scheduled_date).toISOString() }]
    : [];
