/** The plan file: its schema and its hash. */

import * as z from 'zod/mini';
import { ClearingSpeed } from '../../api/operations/pay.ts';
import { Id } from '../../api/schema/field-types.ts';
import { totalsOf } from '../batches/totals.ts';
import { GuardError, UsageError } from '../errors.ts';
import { canonicalJson, sha256 } from '../journal/canonical-json.ts';
import { MARK_CODES } from '../marks/mark.ts';
import { PERSON } from './signing/allowed-signers.ts';

/** The largest number of rows in a plan: it is read, shown and signed as a whole. */
const MAX_ROWS = 100_000;
/** Built when it is shown: formatting the first number takes 20 ms. */
const tooLong = () => `a plan has at most ${MAX_ROWS.toLocaleString('en-US')} payments`;

/** The version of the plan file that is written, and the only one that is read. */
const VERSION = 1;

const text = z.nullable(z.string());
const Cents = z.int().check(z.positive());

/** The members of every row. Amount in cents, dates Eastern. */
const transfer = {
  row: z.int().check(z.positive()),
  ref: text,
  fundingSourceId: Id,
  estimatedSettlementDate: text,
  cents: Cents,
  payeeId: text,
  payeeName: text,
};

/** Facts for the maker and the approvers to look at, as they were when the plan was made. */
const marks = z.optional(
  z.readonly(z.array(z.strictObject({ code: z.enum(MARK_CODES), text: z.string() }))),
);

/** The schemas of one row of a plan, by the kind of the plan. */
const planRows = {
  payables: z.strictObject({
    ...transfer,
    payableId: Id,
    clearingSpeed: z.nullable(ClearingSpeed),
    scheduledDate: text,
    connectionId: text,
    invoiceNumber: text,
    dueDate: text,
    status: text,
    updatedAt: text,
    marks,
  }),
  quickPayments: z.strictObject({ ...transfer, connectionId: Id, memo: text, marks }),
  withdrawal: z.strictObject(transfer),
};

/** The kind of a plan: what its rows are. */
export type PlanKind = keyof typeof planRows;

const Share = z.strictObject({ id: z.string(), name: text, count: z.int(), cents: Cents });

const Totals = z.strictObject({
  count: z.int(),
  cents: Cents,
  payees: z.array(Share),
  banks: z.array(Share),
  settlement: z.nullable(z.strictObject({ earliest: z.string(), latest: z.string() })),
});

const Time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** The members of every plan, beside its kind and its rows. */
const head = {
  /** A UTC ISO timestamp by the service's clock; `null` if it is not known. */
  createdAt: z.nullable(Time),
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
  /** The returned payments that it makes again, since their debits were authorized again, with the reason. */
  reauthorized: z.optional(z.strictObject({ payments: z.array(Id), reason: z.string() })),
};

/** The id of the only journal that such a plan can be applied with: the service does not show what was paid of it. */
const journal = z.string();

const rowCount = [
  z.minLength(1, 'there are none'),
  z.maxLength(MAX_ROWS, { error: tooLong }),
] as const;

const Plans = z.discriminatedUnion('kind', [
  z.strictObject({
    ...head,
    kind: z.literal('payables'),
    payments: z.array(planRows.payables).check(...rowCount),
  }),
  z.strictObject({
    ...head,
    kind: z.literal('quickPayments'),
    journal,
    payments: z.array(planRows.quickPayments).check(...rowCount),
  }),
  z.strictObject({
    ...head,
    kind: z.literal('withdrawal'),
    journal,
    payments: z.array(planRows.withdrawal).check(z.length(1)),
  }),
]);

/** A complete plan: the content that is hashed and signed. Amounts in cents. */
export type Plan = z.output<typeof Plans>;

type ContentOf<Kind> = Kind extends unknown ? Omit<Kind, keyof typeof head> : never;
/** The kind and the rows of a plan. */
export type PlanContent = ContentOf<Plan>;

/** The rows of a plan as they would be paid now. */
export interface PlanDraft {
  readonly content: PlanContent;
  readonly businessId: string;
  /** Display names of bank accounts, by id. */
  readonly bankNames: ReadonlyMap<string, string>;
  /** The service's clock; `undefined` if it is not known. */
  readonly now: Date | undefined;
}

/** The type of a signature. */
export type Signature = z.output<typeof Signature>;
/**
 * The schema of a signature: a person made a plan, or approves it. `at` is a UTC ISO timestamp, `signature` that of
 * OpenSSH over the text of `signableText`.
 */
export const Signature = z.strictObject({
  role: z.enum(['maker', 'approver']),
  person: z.string().check(z.regex(PERSON)),
  at: Time,
  signature: z.string().check(z.maxLength(20_000)),
});

const file = {
  remitPlan: z.literal(VERSION),
  hash: z.string(),
  signatures: z.array(Signature),
};

/** The schema of a whole plan file. */
export const planFileSchema = z.strictObject({ ...file, plan: Plans });

/** A plan file: version, hash, plan and signatures. */
export type PlanFile = z.output<typeof planFileSchema>;

/**
 * Checks the number of rows of a plan that is being made.
 *
 * @throws {UsageError} If there are more than a plan has.
 */
export function assertPlanSize(rows: number): void {
  if (rows > MAX_ROWS) {
    throw new UsageError(`There are more payments than one plan takes: ${tooLong()}.`, {
      next: ['make several plans: of several files, or by --due-to, --connection or --tag'],
    });
  }
}

const hashOf = (plan: Plan): string => sha256(canonicalJson(plan));

/** Creates an unsigned plan file. */
export const hashPlan = (plan: Plan): PlanFile => ({
  remitPlan: VERSION,
  hash: hashOf(plan),
  plan,
  signatures: [],
});

/**
 * Checks that the hash matches the plan, that the totals are those of the rows (people review and sign the totals), and
 * that no row is there twice.
 *
 * @throws {GuardError} If one does not.
 */
export function assertPlanIntact({ hash, plan }: PlanFile, path: string): void {
  const bankNames = new Map(
    plan.totals.banks.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])),
  );
  const totals = canonicalJson(totalsOf(plan.payments, bankNames));
  const isSummed = canonicalJson(plan.totals) === totals;
  if (hashOf(plan) === hash && isSummed && areRowsRight(plan)) return;
  throw new GuardError(
    'plan_changed',
    `${path} was modified after it was created; nothing was sent.`,
    ['create it again: remit run plan'],
  );
}

/**
 * Reports whether no payable is there twice, and whether rows that are known by their number have that of their place. The
 * payee of a withdrawal is the business itself.
 */
function areRowsRight({ kind, businessId, payments }: Plan): boolean {
  if (kind === 'payables') {
    return new Set(payments.map(({ payableId }) => payableId)).size === payments.length;
  }
  const isOwn = kind === 'quickPayments' || payments[0]?.payeeId === businessId;
  return isOwn && payments.every(({ row }, at) => row === at + 1);
}
