/** The large seed: very many payables of one business. */

import type { Insertable } from 'kysely';
import { scheduledStartAt } from '../../../api/ach/cut-off.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import type { HandlerContext } from '../../context/handler-context.ts';
import {
  type BigProgress,
  type Companies,
  readSetting,
  settings,
  writeSetting,
} from '../../context/settings.ts';
import type { SandboxTables } from '../../database/tables.ts';
import { runDueJobsWithin } from '../../jobs/run-due-jobs.ts';
import { createOwner } from '../../user/create.ts';
import {
  beginStory,
  type Company,
  connectBank,
  connectCompanies,
  register,
  type SandboxOwner,
} from '../companies.ts';
import { insertMany, postMany } from './bulk-insert.ts';
import { chanceOf, generateId, generatePayable } from './payables.ts';
import { entriesOf, payablePaymentColumns, paymentOf } from './payments.ts';

const SUPPLIERS = 24;
const CUSTOMERS = 6;

/** Registers the companies, links their banks and connects them, all in the owner's account. */
async function makeCompanies(context: HandlerContext, owner: SandboxOwner): Promise<Companies> {
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

/** Payables created in one transaction; other requests run in between. */
const PAYABLES = 10_000;

interface BigSeedOptions {
  readonly payables: number;
  readonly seed: number;
}

/**
 * Creates the companies, if needed, and the next 10,000 payables at most.
 *
 * Call it until all are there; an interrupted seed continues. No events and emails are created.
 *
 * @throws {ApiError} 409 if there are businesses of another seed
 */
export async function fillBigBatch(
  context: HandlerContext,
  options: BigSeedOptions,
): Promise<BigProgress> {
  const state =
    (await readSetting(context.db, settings.big)) ?? (await startSeed(context, options));
  if (state.payables !== options.payables || state.seed !== options.seed) throw alreadySeeded();
  const last = Math.min(state.payables, state.made + PAYABLES);
  if (state.made === last) return state;
  await make(context, state, last);
  const progress = { ...state, made: last };
  await writeSetting(context.db, settings.big, progress);
  return progress;
}

/** Creates a 409 for a sandbox that has businesses already. */
export const alreadySeeded = () =>
  new ApiError(409, 'already_seeded', 'The sandbox is not empty: reset it first.');

async function startSeed(context: HandlerContext, options: BigSeedOptions): Promise<BigProgress> {
  const some = await context.db.selectFrom('businesses').select('id').executeTakeFirst();
  if (some) throw alreadySeeded();
  const owner = (await readSetting(context.db, settings.owner)) ?? (await createOwner(context));
  const companies = await makeCompanies(context, owner);
  return { ...options, at: context.now().toISOString(), made: 0, companies };
}

/** Creates the payables from the first that is missing to `last`. */
async function make(
  { db, ...rest }: HandlerContext,
  state: BigProgress,
  last: number,
): Promise<void> {
  const payables: Insertable<SandboxTables['payables']>[] = [];
  const payments: NonNullable<ReturnType<typeof paymentOf>>[] = [];
  for (let number = state.made; number < last; number++) {
    const payable = generatePayable(number, state, state.companies);
    const payment = paymentOf(number, payable, state);
    payables.push(payment ? payablePaymentColumns(payable, payment) : payable.row);
    if (payment) payments.push(payment);
  }
  await insertMany(db, 'payables', payables);
  await insertMany(db, 'payments', payments);
  await insertMany(
    db,
    'activity',
    payables.map((payable, at) => activityRow(payable, state.made + at, state.seed)),
  );
  await insertMany(db, 'jobs', payments.flatMap(jobOf));
  await postMany({ db, ...rest }, payments.flatMap(entriesOf));
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
