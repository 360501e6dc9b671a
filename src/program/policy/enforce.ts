import { at, newYorkDate } from '../../contract/ach-calendar.ts';
import type { Effect } from '../../contract/operation.ts';
import type { LooseInput } from '../../http/request.ts';
import type { DayLimit } from '../../journal/sender.ts';
import type { Means } from '../sender.ts';
import { movementsOf } from './movements.ts';
import { asksAboutMoney, checkMayWrite, checkMovements } from './policy.ts';

/** What a request is, as far as a policy minds. */
export interface Minded {
  /** Its operation in the contract; undefined for a request that is none of them. */
  readonly id: string | undefined;
  readonly effect: Effect;
  readonly input: LooseInput;
  /** The business that pays, where it is not the one in use. */
  readonly businessId?: string | undefined;
  /** Whether a second person approved it. */
  readonly approved: boolean;
}

/** What the journal has to know of money that may move. */
export interface Allowed {
  readonly cents?: number;
  readonly dayLimit?: DayLimit;
}

/**
 * The one place where the policy of the profile in use is kept, for every command and for raw calls alike.
 * Throws `Stopped` (exit 14). A write that is none of the known operations could be anything: limits forbid it.
 */
export async function enforcePolicy(means: Means, asked: Minded): Promise<Allowed> {
  const { policy, connection } = means;
  if (asked.effect === 'read') return {};
  checkMayWrite(policy);
  if (asked.effect !== 'money' || !asksAboutMoney(policy)) return {};
  const movements = await movementsIn(means, asked);
  if (movements === undefined) return {};
  checkMovements(policy, movements, asked);
  const cents = movements.reduce((sum, it) => sum + (it.cents ?? 0), 0);
  const today = newYorkDate(connection.client.lastAnswer()?.date ?? new Date());
  return {
    cents,
    ...(policy.maxDay !== undefined && {
      dayLimit: { cents: policy.maxDay, since: at(today, 0).toISOString() },
    }),
  };
}

/** Undefined for a cancellation, which moves nothing. */
async function movementsIn({ connection, business }: Means, { id, input, businessId }: Minded) {
  if (id === 'pay.cancel') return undefined;
  const read = id === undefined ? undefined : movementsOf[id];
  if (read) return read(connection.client, input, businessId ?? business() ?? '');
  return [{ cents: null, bankId: null, payee: ['unknown'], name: 'this request' }];
}
