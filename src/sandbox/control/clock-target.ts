import type { Kysely } from 'kysely';
import { Refused } from '../../contract/http/api-error.ts';
import { notFound } from '../context/not-found.ts';
import type { Tables } from '../database/tables.ts';

/** What the clock is moved until: `payment:pmt_x:COMPLETED`. */
export interface Goal {
  readonly text: string;
  readonly table: GoalTable;
  readonly id: string;
  readonly state: string;
}

const tables = {
  payment: 'payments',
  withdrawal: 'withdrawals',
  payable: 'payables',
  business: 'businesses',
  bank_account: 'bank_accounts',
  invitation: 'invitations',
  connection: 'connections',
} as const;

type GoalTable = (typeof tables)[keyof typeof tables];

/** Reads a goal. Throws `Refused`: 400 when it is none, 404 when it is about nothing. */
export async function goalOf(text: string, db: Kysely<Tables>): Promise<Goal> {
  const [resource = '', id = '', state = ''] = text.split(':');
  const table = new Map<string, GoalTable>(Object.entries(tables)).get(resource);
  if (!table || !id || !state) {
    throw new Refused(
      400,
      'invalid_type',
      `untilState is like payment:pmt_x:COMPLETED, of a ${Object.keys(tables).join(', ')}.`,
    );
  }
  const goal = { text, table, id, state };
  if ((await stateOf(goal, db)) === undefined) throw notFound(resource, id);
  return goal;
}

/** Upper or lower case and the kind of dash make no difference. */
export const hasReached = async (goal: Goal, db: Kysely<Tables>): Promise<boolean> =>
  plain((await stateOf(goal, db)) ?? '') === plain(goal.state);

async function stateOf({ table, id }: Goal, db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirst();
  return row?.status;
}

const plain = (state: string) => state.toLowerCase().replaceAll(/[-_]/g, '');
