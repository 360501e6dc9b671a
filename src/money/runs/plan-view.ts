import { toDollars } from '../../api/money.ts';
import type { RunPort } from '../port.ts';
import { describeSignatures } from './approval.ts';
import type { PlanFile } from './plan.ts';

/** Returns a plan as printed: totals first, amounts in dollars, and every signature with its validity. */
export async function toPlanView(context: RunPort, file: PlanFile) {
  const { hash, plan } = file;
  const signatures = await describeSignatures(context, file);
  return {
    hash,
    kind: plan.kind,
    createdAt: plan.createdAt,
    expiresAt: plan.expiresAt,
    madeBy: plan.madeBy.user,
    origin: plan.origin,
    profile: plan.profile,
    businessId: plan.businessId,
    ...(plan.kind !== 'payables' && { journal: plan.journal }),
    payments: plan.totals.count,
    total: toDollars(plan.totals.cents),
    payees: plan.totals.payees.length,
    banks: plan.totals.banks.map(({ cents, ...share }) => ({ ...share, amount: toDollars(cents) })),
    earliestSettlement: plan.totals.settlement?.earliest ?? null,
    latestSettlement: plan.totals.settlement?.latest ?? null,
    signedBy:
      signatures
        .map(({ person, role, standing }) => `${person} as ${role}: ${standing}`)
        .join('; ') || null,
    signatures,
    byPayee: plan.totals.payees.map(({ cents, ...share }) => ({
      ...share,
      amount: toDollars(cents),
    })),
    rows: plan.payments.map(({ cents, ...payment }) => ({ ...payment, amount: toDollars(cents) })),
  };
}
