/** The schema of the machine policy file. */

import * as z from 'zod/mini';
import { createInvalidPolicyError } from './errors.ts';
import { DUPLICATE_INVOICES, NEW_PAYEE, type PolicySettings } from './policy-settings.ts';

export interface MachinePolicy extends PolicySettings {
  readonly file: string;
  /** The origins that it does not bind; `http://127.0.0.1:*` is any port. */
  readonly exemptOrigins: readonly string[];
  /** The only journal for origins that it binds. */
  readonly journal: MachineJournal;
  /** SHA-256 of the only dialect that may be used, or `none`, the default. */
  readonly dialectHash?: string | undefined;
  /** The members that a dialect may declare beyond the contract's, such as `pay.quickPay.costCenter`; all if not set. */
  readonly extraMembers?: readonly string[] | undefined;
}

/** The journal that a machine policy names. */
export interface MachineJournal {
  /** The directory of the journal, or the URL of a PostgreSQL database. */
  readonly place: string;
  /** The id of the journal; `undefined` until root adopted one. */
  readonly id?: string | undefined;
}

const dollars = z.pipe(
  z.union(
    [
      z.string().check(z.regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/)),
      z.int().check(z.gte(0), z.lte(9_999_999_999)),
    ],
    { error: 'is not an amount in dollars, such as 5000 or "5000.00"' },
  ),
  z.transform(String),
);

const ids = z.array(
  z.string().check(z.regex(/^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/, { error: 'is not an id' })),
);

const absolutePath = z
  .string()
  .check(z.regex(/^(\/|[A-Z]:\\)/, { error: 'is not an absolute path' }));

const badPlace = { error: 'is not an absolute path or postgres://user@host:5432/name' };
const journalPlace = z.string().check(
  // Editors check the pattern; it has all that the URL of a database must have.
  z.regex(
    /^(\/|[A-Z]:\\|postgres(ql)?:\/\/[^\s/?#@:]+:?@(\[[^\s\]]+\]|[^\s/?#@:]+):\d+\/[^\s?#])/,
    { ...badPlace, abort: true },
  ),
  z.refine((place) => !/^postgres(ql)?:/.test(place) || isCompleteDatabase(place), badPlace),
  z.refine((place) => !hasPassword(place), 'must not include a password'),
);

const badOrigin = { error: 'is not an origin, such as https://pay.example or http://127.0.0.1:*' };
const exemptOrigin = z
  .string()
  .check(
    z.regex(
      /^https?:\/\/((127\.0\.0\.1|localhost|\[::1\]):\*|(\[[^\s\]A-Z]+\]|[^\s/?#@:\\A-Z]+)(:\d{1,5})?)$/,
      { ...badOrigin, abort: true },
    ),
    z.refine(isOrigin, badOrigin),
  );

/** The members that others require, in JSON Schema; the last check of the schema below says the same. */
export const policyConditions: object = {
  if: {
    anyOf: [
      { properties: { requireApproval: { const: true } }, required: ['requireApproval'] },
      { properties: { dualApprovalAbove: {} }, required: ['dualApprovalAbove'] },
      { properties: { newPayee: { const: 'approve' } }, required: ['newPayee'] },
    ],
  },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: {
    properties: {
      approvals: { type: 'object', properties: { signers: {} }, required: ['signers'] },
    },
    required: ['approvals'],
  },
};

/** The file of the machine policy. Unknown members are refused. */
export const machinePolicySchema = z
  .strictObject({
    readOnly: z.optional(z.boolean()),
    maxPerPayment: z.optional(dollars),
    maxPerApproval: z.optional(dollars),
    maxPerRun: z.optional(dollars),
    maxPerDay: z.optional(dollars),
    maxPerMonth: z.optional(dollars),
    maxPerPayeePerDay: z.optional(dollars),
    allowedBankAccounts: z.optional(ids),
    allowedPayees: z.optional(ids),
    dualApprovalAbove: z.optional(dollars),
    requireApproval: z.optional(z.boolean()),
    newPayee: z.optional(z.enum(NEW_PAYEE)),
    duplicateInvoices: z.optional(z.enum(DUPLICATE_INVOICES)),
    approvals: z.optional(
      z.strictObject({
        required: z.optional(z.int().check(z.gte(1), z.lte(9))),
        signers: z.optional(absolutePath),
        revoked: z.optional(absolutePath),
      }),
    ),
    exemptOrigins: z.optional(z.array(exemptOrigin)),
    journal: z.strictObject({
      place: journalPlace,
      id: z.optional(z.string().check(z.minLength(1))),
    }),
    dialectHash: z.optional(
      z.string().check(z.regex(/^([0-9a-f]{64}|none)$/, { error: 'is not a SHA-256 or none' })),
    ),
    extraMembers: z.optional(z.array(z.string())),
  })
  .check(
    z.refine(
      (it) =>
        it.approvals?.signers !== undefined ||
        (it.requireApproval !== true &&
          it.dualApprovalAbove === undefined &&
          it.newPayee !== 'approve'),
      {
        path: ['approvals', 'signers'],
        error: 'is required with requireApproval, dualApprovalAbove and newPayee approve',
      },
    ),
  );

/**
 * Validates the content of a policy file.
 *
 * @throws {MachinePolicyError} If it is invalid; names every problem.
 */
export function parsePolicyFile(content: unknown, file: string): Omit<MachinePolicy, 'file'> {
  const { data, error } = z.safeParse(machinePolicySchema, content);
  if (error) throw createInvalidPolicyError(file, error.issues.map(describe));
  const { exemptOrigins = [], ...rules } = data;
  return { ...rules, exemptOrigins };
}

function describe(issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `'${[...issue.path, key].join('.')}'`);
    return `unknown member ${keys.join(', ')}`;
  }
  return `${name} ${issue.message.replace(/^Invalid input: /, 'is invalid: ')}`;
}

function isOrigin(text: string): boolean {
  if (/^https?:\/\/(127\.0\.0\.1|localhost|\[::1\]):\*$/.test(text)) return true;
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}

/** Reports whether the URL of a database leaves nothing for variables such as PGHOST and PGPORT to decide. */
function isCompleteDatabase(place: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(place) || !URL.canParse(place)) return false;
  const { username, hostname, port, pathname } = new URL(place);
  return [username, hostname, port, pathname.slice(1)].every((part) => part !== '');
}

function hasPassword(place: string): boolean {
  if (!URL.canParse(place)) return false;
  const { password, searchParams } = new URL(place);
  return password !== '' || searchParams.has('password');
}
