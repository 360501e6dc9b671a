/** The plan file: its schema and its hash. */

import * as z from 'zod/mini';
import { GuardError } from '../../cli/errors.ts';
import { ClearingSpeed } from '../../contract/pay.ts';
import { Id } from '../../contract/schema/field-types.ts';
import { hashCanonicalJson } from '../../journal/canonical-json.ts';

/** The version of the plan file that is written, and the only one that is read. */
const VERSION = 1;

const text = z.nullable(z.string());
const Cents = z.int().check(z.positive());

type PlanRow = z.output<typeof PlanRow>;
/** The schema of one payment of a plan. Amount in cents, dates Eastern. */
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

/** The schema of a plan without its payments. */
const Head = z.object({
  /** A UTC ISO timestamp by the service's clock; `null` if it is not known. */
  madeAt: text,
  /** The user of the token, and the public keys stored on the machine. */
  madeBy: z.object({ user: text, keys: z.array(z.string()) }),
  origin: z.string(),
  profile: text,
  businessId: Id,
  totals: Totals,
});

/** A complete plan: the content that is hashed and signed. Amounts in cents. */
export type Plan = z.output<typeof Head> & { readonly payments: readonly PlanRow[] };

/** The type of a signature. */
export type Signature = z.output<typeof Signature>;
/** The schema of a signature: the holder of a key has reviewed a plan and approves it. `at` is a UTC ISO timestamp. */
export const Signature = z.object({
  name: z.string(),
  publicKey: z.string(),
  at: z.string(),
  signature: z.string(),
});

/** The schema of a plan file whose payments are not parsed yet. */
export const PlanHeader = z.object({
  remitPlan: z.literal(VERSION),
  hash: z.string(),
  plan: z.extend(Head, { payments: z.array(z.unknown()) }),
  signatures: z.array(Signature),
});

/** A plan file: version, hash, plan and signatures. */
export type PlanFile = Omit<z.output<typeof PlanHeader>, 'plan'> & { readonly plan: Plan };

/** Creates an unsigned plan file. */
export const hashPlan = (plan: Plan): PlanFile => ({
  remitPlan: VERSION,
  hash: hashCanonicalJson(plan),
  plan,
  signatures: [],
});

/**
 * Checks that the hash matches the plan, and that the totals match the rows.
 *
 * @throws {GuardError} If one does not.
 */
export function assertPlanIntact({ hash, plan }: PlanFile, path: string): void {
  const cents = plan.payments.reduce((sum, payment) => sum + payment.cents, 0);
  // The totals are the numbers that people review, so a matching hash is not enough.
  const isWhole = plan.totals.cents === cents && plan.totals.count === plan.payments.length;
  if (hashCanonicalJson(plan) === hash && isWhole) return;
  throw new GuardError(
    'plan_changed',
    `${path} was modified after it was created; nothing was sent.`,
    ['create it again: remit run plan'],
  );
}
