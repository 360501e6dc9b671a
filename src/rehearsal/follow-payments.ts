/** The payments of a plan as they move on in a rehearsal, by the events of its sandbox. */

import { easternDateOf } from '../api/ach/calendar.ts';
import { returnAfter } from '../api/ach/cut-off.ts';
import type { ControlCall } from '../api/client/control-calls.ts';
import { controls } from '../api/controls/controls.ts';
import type { SandboxEvent } from '../api/controls/events.ts';
import type { IsoDate } from '../api/schema/field-types.ts';
import { asRecord } from '../is-record.ts';
import type { PlanKind } from '../money/runs/plan.ts';
import type { WishedReturn } from './named-returns.ts';

/** A payment or withdrawal of the plan, and how far it has come. Dates are Eastern. */
export interface FollowedPayment {
  readonly id: string;
  readonly row: number;
  readonly cents: number;
  readonly fundingSourceId: string;
  readonly isSameDay: boolean;
  /** The return that the caller named; `undefined` once it has come. */
  expected: WishedReturn | undefined;
  status: string;
  submittedAt: string | undefined;
  settledAt: string | undefined;
  /** When it failed, or was returned. */
  endedAt: string | undefined;
  code: string | null;
}

/** A change of a payment on one day. */
export interface RehearsedMovement {
  readonly kind: 'sent' | 'settled' | 'returned';
  readonly date: IsoDate;
  readonly payment: FollowedPayment;
}

/** Follows payments: reads the events since the last call, and makes the returns that are due. */
export function createFollower(
  control: ControlCall,
  kind: PlanKind,
  payments: readonly FollowedPayment[],
) {
  const byId = new Map(payments.map((it) => [it.id, it]));
  let after: string | undefined;

  return {
    /** Reads the events since the last call, and returns what they changed. */
    async read(): Promise<readonly RehearsedMovement[]> {
      const movements: RehearsedMovement[] = [];
      for (let isMore = true; isMore; ) {
        const events = await control(controls.listEvents, { after });
        for (const event of events) {
          const payment = byId.get(event.resource.id);
          const moved = payment && follow(payment, event);
          if (moved) movements.push({ ...moved, payment });
        }
        after = events.at(-1)?.id ?? after;
        isMore = events.length > 0;
      }
      return movements;
    },
    /** Returns the payments that the caller named, as far as a bank would have returned them by `now`. */
    async returnDue(now: Date, today: IsoDate): Promise<void> {
      for (const payment of payments) {
        const { expected } = payment;
        const step = expected && stepDue(payment, expected, { now, today, kind });
        if (!expected || !step) continue;
        payment.expected = undefined;
        const { code } = expected;
        if (kind === 'withdrawal') {
          await control(controls.stepWithdrawal, { id: payment.id, step, code });
        } else await control(controls.stepPayment, { id: payment.id, step, code });
      }
    },
    /** Reports whether a payment can still change by itself. */
    isMoving: () =>
      payments.some(
        ({ status, expected }) =>
          MOVING.has(status) || (status === 'COMPLETED' && expected !== undefined),
      ),
  };
}

const MOVING: ReadonlySet<string> = new Set(['SCHEDULED', 'PENDING', 'PROCESSING']);

/** Returns the step that returns a payment now, if its time has come: before settlement, or after it. */
function stepDue(
  { status, submittedAt, settledAt, isSameDay }: FollowedPayment,
  { isLate }: WishedReturn,
  { now, today, kind }: { readonly now: Date; readonly today: IsoDate; readonly kind: PlanKind },
): 'fail' | 'return' | undefined {
  if (status === 'COMPLETED' && settledAt) {
    return returnAfter(new Date(settledAt)) <= now ? 'return' : undefined;
  }
  if (status !== 'PROCESSING' || isLate || isSameDay || !submittedAt) return undefined;
  // A bank refuses a credit at once.
  if (kind === 'withdrawal') return easternDateOf(submittedAt) === today ? undefined : 'fail';
  return returnAfter(new Date(submittedAt)) <= now ? 'fail' : undefined;
}

function follow(
  payment: FollowedPayment,
  { type, at, data }: SandboxEvent,
): Omit<RehearsedMovement, 'payment'> | undefined {
  const { status, failureCode } = asRecord(data) ?? {};
  payment.status = typeof status === 'string' ? status : payment.status;
  const date = easternDateOf(at) ?? '';
  const verb = type.split('.')[1];
  if (verb === 'processing') {
    payment.submittedAt = at;
    return { kind: 'sent', date };
  }
  if (verb === 'completed') {
    payment.settledAt = at;
    return { kind: 'settled', date };
  }
  if (verb !== 'failed' && verb !== 'returned') return undefined;
  payment.endedAt = at;
  payment.code = typeof failureCode === 'string' ? failureCode : null;
  return { kind: 'returned', date };
}
