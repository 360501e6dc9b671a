import { GuardError } from '../../cli/errors.ts';
import { ClearingSpeed } from '../../contract/pay.ts';
import { Id } from '../../contract/schema/field-types.ts';
import * as z from '../../contract/schema/schema.ts';
import { hashOf } from './canonical-json.ts';

/** The version of the file that this program writes, and the only one it reads. */
const VERSION = 1;

const text = z.nullable(z.string());
const Cents = z.int().check(z.positive());

type PlanRow = z.output<typeof PlanRow>;
/** One payment of a plan. */
export const PlanRow = z.object({
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

/** What is to be paid, but for the payments themselves. */
const Head = z.object({
  /** By the service's clock. */
  madeAt: text,
  /** Who made it: the user of the token, and the public keys that were at hand. */
  madeBy: z.object({ user: text, keys: z.array(z.string()) }),
  origin: z.string(),
  profile: text,
  businessId: Id,
  totals: Totals,
});

/** What is to be paid, all of it: what the hash covers, and what is signed. Amounts in cents. */
export type Plan = z.output<typeof Head> & { readonly payments: readonly PlanRow[] };

export type Signature = z.output<typeof Signature>;
/** That the holder of a key has seen a plan and approves of it. */
export const Signature = z.object({
  name: z.string(),
  publicKey: z.string(),
  at: z.string(),
  signature: z.string(),
});

/** A plan file, its payments not looked at yet. */
export const PlanHeader = z.object({
  remitPlan: z.literal(VERSION),
  hash: z.string(),
  plan: z.extend(Head, { payments: z.array(z.unknown()) }),
  signatures: z.array(Signature),
});

export type PlanFile = Omit<z.output<typeof PlanHeader>, 'plan'> & { readonly plan: Plan };

/** A plan under its hash, not signed yet. */
export const hashPlan = (plan: Plan): PlanFile => ({
  remitPlan: VERSION,
  hash: hashOf(plan),
  plan,
  signatures: [],
});

/**
 * Throws `GuardError` unless the hash is that of the plan, and the totals say what the rows say: a total is what people look
 * at.
 */
export function assertPlanIntact({ hash, plan }: PlanFile, path: string): void {
  const cents = plan.payments.reduce((sum, it) => sum + it.cents, 0);
  const isWhole = plan.totals.cents === cents && plan.totals.count === plan.payments.length;
  if (hashOf(plan) === hash && isWhole) return;
  throw new GuardError(
    'plan_changed',
    `${path} was modified after it was created; nothing was sent.`,
    ['create it again: remit run plan'],
  );
}
