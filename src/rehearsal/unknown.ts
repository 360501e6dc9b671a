import type { Plan } from '../money/runs/plan.ts';
import type { MirroredRecords } from '../sandbox/mirror/records.ts';

/** Returns what a rehearsal of a plan cannot know, in sentences. */
export function unknownOf(
  { kind }: Plan,
  { payables, balance }: MirroredRecords,
): readonly string[] {
  const inFlight = payables.filter(({ activePaymentId }) => activePaymentId).length;
  const isWithdrawal = kind === 'withdrawal';
  return [
    isWithdrawal
      ? 'Whether the bank accepts the withdrawal: only the returns that you name come back.'
      : 'Whether the bank accounts hold enough, and which payments the banks return: only those that you name come back.',
    ...(isWithdrawal
      ? []
      : ['Whether the service holds a payment for review, or since its payee is not verified.']),
    'When the service submits and settles: the dates are those of the ACH calendar.',
    'What changes before you apply the plan: payables, limits, the time of day.',
    ...(inFlight === 0
      ? []
      : [
          inFlight === 1
            ? 'How the 1 payment in flight goes on: it stays as it is.'
            : `How the ${inFlight} payments in flight go on: they stay as they are.`,
        ]),
    ...(balance === undefined ? ['The balance: the service does not show it to you.'] : []),
  ];
}
