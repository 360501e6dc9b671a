import { z } from 'zod/mini';
import { newYorkDate } from '../../contract/ach-calendar.ts';
import { toDollars } from '../../contract/money.ts';
import { Refused } from '../../contract/refusal.ts';
import { postMicroDeposits } from '../bank/verify.ts';
import { readBody } from '../input.ts';
import { unschedule } from '../jobs/schedule.ts';
import { notFound } from '../not-found.ts';
import { isBehavior } from '../rules/outcome.ts';
import type { Row } from '../tables.ts';
import type { World } from '../world.ts';
import { control } from './route.ts';

const Behaving = z.object({ behavior: z.nullable(z.string()) });

/** What only a bank knows: the amounts of its micro-deposits, and what it will do with a debit. */
export const bankControls = [
  control('GET', '/sandbox/bank-accounts/{id}/micro-deposits', async ({ params }, world) =>
    depositsOf(await bankAt(params.id, world)),
  ),

  control('POST', '/sandbox/bank-accounts/{id}/micro-deposits/post', async ({ params }, world) => {
    const { id, micro_status } = await bankAt(params.id, world);
    if (micro_status !== 'pending') {
      throw new Refused(409, 'micro_deposits_not_pending', `Nothing is on its way to ${id}.`);
    }
    await unschedule(world, id, 'bank_account.post_micro_deposits');
    await postMicroDeposits(world, id);
    return depositsOf(await bankAt(id, world));
  }),

  control('PATCH', '/sandbox/bank-accounts/{id}', async ({ params, body }, world) => {
    const { behavior } = readBody(Behaving, body);
    if (behavior !== null && !isBehavior(behavior)) throw noBehavior(behavior);
    const { id } = await bankAt(params.id, world);
    await world.db.updateTable('bank_accounts').set({ behavior }).where('id', '=', id).execute();
    return { fundingSourceId: id, behavior };
  }),
];

async function bankAt(id: string, { db }: World): Promise<Row<'bank_accounts'>> {
  const row = await db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row) return row;
  throw notFound('bank account', id);
}

function depositsOf(bank: Row<'bank_accounts'>) {
  const { micro_cents_1: first, micro_cents_2: second, micro_post_at: postAt } = bank;
  if (first === null || second === null) {
    throw new Refused(409, 'no_micro_deposits', `Bank account ${bank.id} got no micro-deposits.`);
  }
  return {
    fundingSourceId: bank.id,
    status: bank.micro_status,
    amounts: [toDollars(first), toDollars(second)],
    expectedPostDate: postAt === null ? null : newYorkDate(new Date(postAt)),
    attemptsRemaining: bank.micro_attempts,
  };
}

const noBehavior = (text: string) =>
  new Refused(
    422,
    'invalid_behavior',
    `${text} is neither OK, HOLD, a return code nor <code>-late.`,
  );
