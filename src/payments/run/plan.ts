/** The plan file: its schema and its hash. */

import * as z from 'zod/mini';
import { GuardError } from '../../cli/errors.ts';
import { ClearingSpeed } from '../../contract/pay.ts';
import { Id } from '../../contract/schema/field-types.ts';
import { canonicalJson, hashCanonicalJson } from '../../journal/canonical-json.ts';
import { totalsOf } from '../batches/totals.ts';
import { isPerson } from './signing/allowed-signers.ts';

/** The version of the plan file that is written, and the only one that is read. */
const VERSION = 2;

const text = z.nullable(z.string());
const Cents = z.int().check(z.positive());

type PlanRow = z.output<typeof PlanRow>;
/** The schema of one payment of a plan. Amount in cents, dates Eastern. */
export const PlanRow = z.strictObject({
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

const Share = z.strictObject({ id: z.string(), name: text, count: z.int(), cents: Cents });

const Totals = z.strictObject({
  count: z.int(),
  cents: Cents,
  payees: z.array(Share),
  banks: z.array(Share),
  settlement: z.nullable(z.strictObject({ earliest: z.string(), latest: z.string() })),
});

const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** The schema of a plan without its payments. */
const Head = z.strictObject({
  /** A UTC ISO timestamp by the service's clock; `null` if it is not known. */
  madeAt: z.nullable(Time),
  /** A UTC ISO timestamp: nothing of the plan is sent after it. */
  expiresAt: Time,
  /** The user of the token. */
  madeBy: z.strictObject({ user: text }),
  origin: z.string().check(z.regex(/^https?:\/\/[^\s/]+$/)),
  profile: text,
  /** The hash of the dialect that requests are made with; `null` without a dialect. */
  dialect: text,
  businessId: Id,
  totals: Totals,
});

/** A complete plan: the content that is hashed and signed. Amounts in cents. */
export type Plan = z.output<typeof Head> & { readonly payments: readonly PlanRow[] };

/** The type of a signature. */
export type Signature = z.output<typeof Signature>;
/**
 * The schema of a signature: a person made a plan, or approves it. `at` is a UTC ISO timestamp, `signature` that of
 * OpenSSH over the text of `signableText`.
 */
export const Signature = z.strictObject({
  role: z.enum(['maker', 'approver']),
  person: z.string().check(z.refine(isPerson)),
  at: Time,
  signature: z.string().check(z.maxLength(20_000)),
});

/** The schema of a plan file whose payments are not parsed yet. */
export const PlanHeader = z.strictObject({
  remitPlan: z.literal(VERSION),
  hash: z.string(),
  plan: z.extend(Head, { payments: z.array(z.unknown()) }),
  signatures: z.array(Signature),
});

/** The schema of a whole plan file. */
export const planFileSchema = z.extend(PlanHeader, {
  plan: z.extend(Head, { payments: z.array(PlanRow).check(z.minLength(1)) }),
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
 * Checks that the hash matches the plan, and that the totals are those of the rows: people review and sign the totals.
 *
 * @throws {GuardError} If one does not.
 */
export function assertPlanIntact({ hash, plan }: PlanFile, path: string): void {
  const bankNames = new Map(
    plan.totals.banks.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])),
  );
  const totals = canonicalJson(totalsOf(plan.payments, bankNames));
  const isSummed = canonicalJson(plan.totals) === totals;
  const ids = new Set(plan.payments.map(({ payableId }) => payableId));
  const isUnique = ids.size === plan.payments.length;
  if (hashCanonicalJson(plan) === hash && isSummed && isUnique) return;
  throw new GuardError(
    'plan_changed',
    `${path} was modified after it was created; nothing was sent.`,
    ['create it again: remit run plan'],
  );
}
