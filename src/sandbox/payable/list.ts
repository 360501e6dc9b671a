import { sql } from 'kysely';
import type { PayableStatus } from '../../contract/payable.ts';
import { PayableStatus as Statuses } from '../../contract/payable.ts';
import { Refused } from '../../contract/refusal.ts';
import { type NamedPayable, toPayable } from '../records/payable.ts';
import type { World } from '../world.ts';
import { namedPayables } from './find.ts';

/** Which payables of a business are meant. */
export interface Wanted {
  readonly businessId: string;
  readonly statuses: readonly PayableStatus[];
  readonly connectionId?: string | undefined;
  /** Those that it sent, or those that it received; both where undefined. */
  readonly direction?: 'sent' | 'received' | undefined;
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
  readonly createdBefore?: Date | undefined;
}

/** One page, newest first, and how many there are. */
export async function payablesPage(
  wanted: Omit<Wanted, 'createdFrom' | 'createdBefore'>,
  page: { limit: number; offset: number },
  world: World,
) {
  const ids = await keysOf(wanted, world)
    .orderBy('seq', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const data = await rowsOf(ids, wanted.businessId, world);
  return { data, total: await countOf(wanted, world) };
}

/** All of them, oldest first: for an export. */
export async function allPayables(wanted: Wanted, world: World): Promise<NamedPayable[]> {
  const ids = await keysOf(wanted, world).orderBy('seq').execute();
  return named(ids, world);
}

/** What one side sees of a connection's payables, newest first: drafts only their author. */
export async function payablesOnConnection(connectionId: string, businessId: string, world: World) {
  const ids = await keysOf({ businessId, statuses: [], connectionId }, world)
    .orderBy('seq', 'desc')
    .execute();
  return rowsOf(ids, businessId, world);
}

/** States as a filter names them: one, several with commas; case does not matter. Throws `Refused` (400). */
export function readStatuses(text: string | undefined): PayableStatus[] {
  if (text === undefined || text.trim() === '') return [];
  return [...new Set(text.split(',').map(readStatus))];
}

function readStatus(word: string): PayableStatus {
  const found = Statuses.options.find((it) => it === word.trim().toUpperCase());
  if (found) return found;
  throw new Refused(400, 'invalid_status', `There is no payable status '${word.trim()}'.`);
}

/** Each side and each state is looked up by itself, in the order of an index, and the finds are merged. */
const keysOf = (wanted: Wanted, { db }: World) => {
  const found = (column: 'payee_id' | 'payer_id', status: PayableStatus | undefined) => {
    let query = db.selectFrom('payables').select('seq').where(column, '=', wanted.businessId);
    if (column === 'payer_id')
      query = query.where('status', '!=', 'DRAFT').where('payee_id', '!=', wanted.businessId);
    if (status !== undefined) query = query.where('status', '=', status);
    if (wanted.connectionId !== undefined)
      query = query.where('connection_id', '=', wanted.connectionId);
    if (wanted.createdFrom)
      query = query.where('created_at', '>=', wanted.createdFrom.toISOString());
    if (wanted.createdBefore)
      query = query.where('created_at', '<', wanted.createdBefore.toISOString());
    return query;
  };
  const statuses = wanted.statuses.length > 0 ? wanted.statuses : [undefined];
  const finds = sidesOf(wanted).flatMap((side) => statuses.map((it) => found(side, it)));
  return db.selectFrom(finds.reduce((all, it) => all.unionAll(it)).as('keys')).select('seq');
};

const sidesOf = ({ direction }: Wanted): readonly ('payee_id' | 'payer_id')[] =>
  direction === undefined
    ? ['payee_id', 'payer_id']
    : [direction === 'sent' ? 'payee_id' : 'payer_id'];

async function countOf(wanted: Wanted, { db }: World) {
  const { businessId, statuses, connectionId, direction } = wanted;
  const { total } = await db
    .selectFrom('payable_counts')
    .select((it) => it.fn.sum<number | null>('count').as('total'))
    .where((it) => {
      const sent = it('payee_id', '=', businessId);
      const received = it.and([it('payer_id', '=', businessId), it('status', '!=', 'DRAFT')]);
      if (direction === 'sent') return sent;
      return direction === 'received' ? received : it.or([sent, received]);
    })
    .$if(statuses.length > 0, (it) => it.where('status', 'in', statuses))
    .$if(connectionId !== undefined, (it) => it.where('connection_id', '=', connectionId ?? ''))
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

async function rowsOf(ids: readonly { seq: number }[], viewerId: string, world: World) {
  return (await named(ids, world)).map((row) => toPayable(row, viewerId));
}

/** The rows of these keys, in the order of the keys. */
async function named(ids: readonly { seq: number }[], world: World): Promise<NamedPayable[]> {
  if (ids.length === 0) return [];
  const keys = JSON.stringify(ids.map(({ seq }) => seq));
  const rows = await namedPayables(world)
    .where(sql<boolean>`payables.seq in (select value from json_each(${keys}))`)
    .execute();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return ids.flatMap(({ seq }) => bySeq.get(seq) ?? []);
}
