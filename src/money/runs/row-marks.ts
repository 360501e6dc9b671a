/** The marks of the rows of a plan. */

import type { Payable } from '../../api/operations/payable.ts';
import type { PlannedTransfer } from '../batches/planned-payment.ts';
import { isOfPayee, type Mark, withMarks } from '../marks/mark.ts';
import { assertMarksAllowed } from '../marks/payment-marks.ts';
import { marksIn } from '../marks/read-marks.ts';
import type { RunPort } from '../port.ts';
import type { PlanContent, PlanDraft } from './plan.ts';

/**
 * Returns a draft whose rows have their marks. `shown` are the payables as they were read.
 *
 * @throws {GuardError} If the policy blocks one of them (14). A plan can be approved, so that a new payee passes.
 */
export async function withRowMarks(
  context: RunPort,
  draft: PlanDraft,
  shown: ReadonlyMap<string, Payable>,
): Promise<PlanDraft> {
  const { call, records, journal } = context;
  const clock = (await context.serviceTime()) ?? new Date();
  const find = marksIn({
    ...{ call, records, journal, businessId: draft.businessId, now: () => clock },
    destination: context.destination(),
    profile: context.settings().profile ?? null,
  });
  const rows: readonly PlannedTransfer[] = draft.content.payments;
  const marks = await find(
    rows.map(({ payeeId, connectionId = null, payeeName, cents, payableId = '' }) => ({
      ...{ businessId: payeeId, connectionId, name: payeeName, cents },
      payable: shown.get(payableId),
    })),
  );
  assertMarksAllowed(await context.policy(), marks.flat(), { approved: true });
  const payments = rows.map((row, at) => withMarks(row, marks[at] ?? []));
  return { ...draft, content: { ...draft.content, payments } as PlanContent };
}

export const marksOfRows = (rows: readonly PlannedTransfer[]): readonly Mark[] =>
  rows.flatMap(({ marks }) => marks ?? []);

/** Reports whether a row pays a payee that is new or changed. */
export const hasNewPayee = (rows: readonly PlannedTransfer[]): boolean =>
  marksOfRows(rows).some(isOfPayee);
