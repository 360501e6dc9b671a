import type { Row } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';
import { post } from './post.ts';
import { microDepositPosting, seedPosting } from './postings.ts';

/** Two micro-deposits have arrived at a bank account: the platform paid for them. */
export async function microDepositsPosted(
  world: World,
  { id, micro_cents_1, micro_cents_2 }: Row<'bank_accounts'>,
): Promise<void> {
  const cents = (micro_cents_1 ?? 0) + (micro_cents_2 ?? 0);
  await post(world, 'M1', id, microDepositPosting(cents, id));
}

/** Gives a business `cents` out of nowhere, withdrawable at once. Only for the sandbox's own controls and seeds. */
export const seedCredit = (world: World, businessId: string, cents: number): Promise<void> =>
  post(world, 'S1', businessId, seedPosting(cents, businessId));
