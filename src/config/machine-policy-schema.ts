/** The schema of the machine policy file. */

import * as z from 'zod/mini';
import { createInvalidPolicyError } from './errors.ts';
import { DUPLICATE_INVOICES, NEW_PAYEE } from './policy-settings.ts';

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

/** The rules, which a profile may have, too. */
export const policyRules = {
  readOnly: z.optional(z.boolean()),
  maxPerPayment: z.optional(dollars),
  maxPerApproval: z.optional(dollars),
  maxPerRun: z.optional(dollars),
  maxPerDay: z.optional(dollars),
  maxPerMonth: z.optional(dollars),
  maxPerPayeePerDay: z.optional(dollars),
  allowedBankAccounts: z.optional(ids),
  /** Ids of businesses or connections. */
  allowedPayees: z.optional(ids),
  dualApprovalAbove: z.optional(dollars),
  requireApproval: z.optional(z.boolean()),
  newPayee: z.optional(z.enum(NEW_PAYEE)),
  duplicateInvoices: z.optional(z.enum(DUPLICATE_INVOICES)),
  /** The approvals of a plan: their number, and the files that say whose signatures are valid. */
  approvals: z.optional(
    z.strictObject({
      /** The number of approvers beside the maker. */
      required: z.optional(z.int().check(z.gte(1), z.lte(9))),
      /** The path of an `allowed_signers` file of OpenSSH. */
      signers: z.optional(absolutePath),
      /** The path of a revocation file of OpenSSH. */
      revoked: z.optional(absolutePath),
    }),
  ),
};

/** The file of the machine policy. Unknown members are refused. */
export const machinePolicySchema = z
  .strictObject({
    ...policyRules,
    /** The origins that it does not bind; `http://127.0.0.1:*` is any port. */
    exemptOrigins: z.optional(z.array(exemptOrigin)),
    /** The only journal for origins that it binds. */
    journal: z.strictObject({
      /** The directory of the journal, or the URL of a PostgreSQL database. */
      place: journalPlace,
      /** The id of the journal; absent until root adopted one. */
      id: z.optional(z.string().check(z.minLength(1))),
    }),
    /** SHA-256 of the only dialect that may be used, or `none`, the default. */
    dialectHash: z.optional(
      z.string().check(z.regex(/^([0-9a-f]{64}|none)$/, { error: 'is not a SHA-256 or none' })),
    ),
    /** The members that a dialect may declare beyond the contract's, such as `pay.quickPay.costCenter`; all if not set. */
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

/** A machine policy, and the path of its file. */
export type MachinePolicy = Readonly<z.output<typeof machinePolicySchema>> & {
  readonly file: string;
  readonly exemptOrigins: readonly string[];
};

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
