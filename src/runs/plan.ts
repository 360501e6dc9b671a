import { Stopped, UsageError } from '../cli/errors.ts';
import { Id } from '../contract/fields.ts';
import { ClearingSpeed } from '../contract/pay.ts';
import * as z from '../contract/schema.ts';
import { hashOf } from './canonical.ts';

/** The version of the file that this program writes, and the only one it reads. */
const VERSION = 1;

const text = z.nullable(z.string());
const Cents = z.int().check(z.positive());

const PlannedPayment = z.object({
  row: z.int(),
  ref: text,
  payableId: Id,
  fundingSourceId: Id,
  clearingSpeed: z.nullable(ClearingSpeed),
  scheduledDate: text,
  estimatedSettlementDate: text,
  cents: Cents,
  connectionId: text,
  payeeId: text,
  payeeName: text,
  invoiceNumber: text,
  dueDate: text,
  status: text,
  updatedAt: text,
});

const Share = z.object({ id: z.string(), name: text, count: z.int(), cents: Cents });

const Totals = z.object({
  count: z.int(),
  cents: Cents,
  payees: z.array(Share),
  banks: z.array(Share),
  settlement: z.nullable(z.object({ earliest: z.string(), latest: z.string() })),
});

export type Plan = z.output<typeof Plan>;
/** What is to be paid, all of it: what the hash covers, and what is signed. Amounts in cents. */
export const Plan = z.object({
  /** By the service's clock. */
  madeAt: text,
  /** Who made it: the user of the token, and the public keys that were at hand. */
  madeBy: z.object({ user: text, keys: z.array(z.string()) }),
  origin: z.string(),
  profile: text,
  businessId: Id,
  totals: Totals,
  payments: z.array(PlannedPayment).check(z.minLength(1)),
});

export type Signature = z.output<typeof Signature>;
/** That the holder of a key has seen a plan and approves of it. */
export const Signature = z.object({
  name: z.string(),
  publicKey: z.string(),
  at: z.string(),
  signature: z.string(),
});

export type PlanFile = z.output<typeof PlanFile>;
const PlanFile = z.object({
  remitPlan: z.literal(VERSION),
  hash: z.string(),
  plan: Plan,
  signatures: z.array(Signature),
});

/** A plan under its hash, not signed yet. */
export const sealed = (plan: Plan): PlanFile => ({
  remitPlan: VERSION,
  hash: hashOf(plan),
  plan,
  signatures: [],
});

/** A plan as a file holds it. Throws `UsageError` when it is none, `Stopped` when it was changed after it was made. */
export async function readPlan(content: string, path: string): Promise<PlanFile> {
  const { safeParse } = await import('../contract/zod.ts');
  const found = safeParse(PlanFile, jsonIn(content, path));
  if (!found.success) {
    const [problem] = found.error.issues;
    const where = problem?.path.join('.') || 'the file';
    throw new UsageError(
      `${path} is not a plan of this version (${where}: ${problem?.message ?? 'wrong'}).`,
      { next: ['remit run plan --out <plan file>'] },
    );
  }
  refuseChanged(found.data, path);
  return found.data;
}

function jsonIn(content: string, path: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new UsageError(`${path} is not JSON, and so no plan.`);
  }
}

/** The hash, and totals that say what the rows say: a total is what people look at. */
function refuseChanged({ hash, plan }: PlanFile, path: string): void {
  const cents = plan.payments.reduce((sum, it) => sum + it.cents, 0);
  const isWhole = plan.totals.cents === cents && plan.totals.count === plan.payments.length;
  if (hashOf(plan) === hash && isWhole) return;
  throw new Stopped('plan_changed', `${path} was changed after it was made; nothing was sent.`, [
    'make it again: remit run plan',
  ]);
}
