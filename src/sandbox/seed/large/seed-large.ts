import type { Insertable } from 'kysely';
import { startOf } from '../../../contract/ach/same-day-window.ts';
import { Refused } from '../../../contract/http/api-error.ts';
import { createOwner } from '../../user/create-owner.ts';
import { type BigProgress, readSetting, settings, writeSetting } from '../../context/settings.ts';
import type { Tables } from '../../database/tables.ts';
import type { World } from '../../context/handler-context.ts';
import { chanceOf, idOf } from './seeded-random.ts';
import { makeCompanies } from './companies.ts';
import { insertMany } from './bulk-insert.ts';
import { postMany } from './ledger.ts';
import { drawPayable } from './payables.ts';
import { entriesOf, paidBy, paymentOf } from './payments.ts';

/** How many are made in one transaction: others get their turn between two. */
const PAYABLES = 10_000;

export interface BigWish {
  readonly payables: number;
  readonly seed: number;
}

/**
 * Makes the next few thousand of so many payables, the companies first; to be asked again until all are there. Who was
 * interrupted goes on. They come without events and e-mails, which nobody would read.
 * Throws `Refused` (409) when there are businesses of another seed.
 */
export async function fillBig(world: World, wish: BigWish): Promise<BigProgress> {
  const known = (await readSetting(world.db, settings.big)) ?? (await begin(world, wish));
  if (known.payables !== wish.payables || known.seed !== wish.seed) throw alreadySeeded();
  const last = Math.min(known.payables, known.made + PAYABLES);
  if (known.made === last) return known;
  await make(world, known, last);
  const progress = { ...known, made: last };
  await writeSetting(world.db, settings.big, progress);
  return progress;
}

export const alreadySeeded = () =>
  new Refused(409, 'already_seeded', 'There are businesses already: reset first.');

async function begin(world: World, wish: BigWish): Promise<BigProgress> {
  const some = await world.db.selectFrom('businesses').select('id').executeTakeFirst();
  if (some) throw alreadySeeded();
  const owner = (await readSetting(world.db, settings.owner)) ?? (await createOwner(world));
  const companies = await makeCompanies(world, owner);
  return { ...wish, at: world.now().toISOString(), made: 0, companies };
}

/** Those from the first that is missing up to `last`. */
async function make({ db, ...rest }: World, known: BigProgress, last: number): Promise<void> {
  const payables: Insertable<Tables['payables']>[] = [];
  const payments: NonNullable<ReturnType<typeof paymentOf>>[] = [];
  for (let number = known.made; number < last; number++) {
    const drawn = drawPayable(number, known, known.companies);
    const payment = paymentOf(number, drawn, known);
    payables.push(payment ? paidBy(drawn, payment) : drawn.row);
    if (payment) payments.push(payment);
  }
  await insertMany(db, 'payables', payables);
  await insertMany(db, 'payments', payments);
  await insertMany(
    db,
    'activity',
    payables.map((it, at) => madeActivity(it, known.made + at, known.seed)),
  );
  await insertMany(db, 'jobs', payments.flatMap(jobOf));
  await postMany({ db, ...rest }, payments.flatMap(entriesOf));
}

/** One line for all that happened to it: what came between was never there. */
const madeActivity = (
  { id, status, created_at }: Insertable<Tables['payables']>,
  number: number,
  seed: number,
): Insertable<Tables['activity']> => ({
  id: idOf('act', number, chanceOf(seed, -number - 2)),
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

const jobOf = ({ id, scheduled_date }: Insertable<Tables['payments']>) =>
  scheduled_date
    ? [{ kind: 'payment.start', ref: id, due_at: startOf(scheduled_date).toISOString() }]
    : [];
