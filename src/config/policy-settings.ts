/** A policy as it is stored: of a profile here, of the machine in `machine-policy.ts`. */

import type { z } from 'zod/mini';
import type { policyRules } from './machine-policy-schema.ts';
import type { Key } from './settings-schema.ts';
import { absolutePath, approvers, dollars, oneOf, serviceIds, truth } from './value-types.ts';

/** The rules that a policy may have: amounts as decimal dollar strings. */
export type PolicySettings = Readonly<z.output<z.ZodMiniObject<typeof policyRules>>>;

/** The values of rules about marks, the strictest last. */
export const NEW_PAYEE = ['warn', 'approve'] as const;
export const DUPLICATE_INVOICES = ['warn', 'block'] as const;

/** The rules, in the order in which they are shown. */
const keys = {
  readOnly: { help: 'true: allow read operations only', ...truth },
  maxPerPayment: { help: 'maximum dollars per payment or withdrawal', ...dollars },
  maxPerApproval: { help: 'maximum dollars per payable that is approved', ...dollars },
  maxPerRun: { help: 'maximum dollars per file or payment run', ...dollars },
  maxPerDay: { help: 'maximum dollars per day (Eastern Time)', ...dollars },
  maxPerMonth: { help: 'maximum dollars per month (Eastern Time)', ...dollars },
  maxPerPayeePerDay: {
    help: 'maximum dollars per payee and day (Eastern Time)',
    ...dollars,
  },
  allowedBankAccounts: { help: 'allowed bank accounts: comma-separated ids', ...serviceIds },
  allowedPayees: {
    help: 'allowed payees: comma-separated ids of businesses or connections',
    ...serviceIds,
  },
  dualApprovalAbove: {
    help: 'dollars above which a payment, or the sum of a payee and day, requires an approved plan',
    ...dollars,
  },
  requireApproval: { help: 'true: pay only through an approved plan', ...truth },
  newPayee: {
    help: 'approve: pay a new or changed payee only through an approved plan; warn: say so (default)',
    ...oneOf(NEW_PAYEE),
  },
  duplicateInvoices: {
    help: 'block: approve and pay no payable that may be a duplicate; warn: say so (default)',
    ...oneOf(DUPLICATE_INVOICES),
  },
  'approvals.required': { help: 'number of approvers beside the maker of a plan', ...approvers },
  'approvals.signers': { help: 'allowed_signers file of OpenSSH', ...absolutePath },
  'approvals.revoked': { help: 'revocation file of OpenSSH', ...absolutePath },
} satisfies Readonly<Record<string, Key>>;

/** The name of a rule. */
export type PolicyKey = keyof typeof keys;

/** The names of the rules. */
export const POLICY_KEYS = Object.keys(keys) as PolicyKey[];

/** Returns the help text of a rule. */
export const helpOfPolicyKey = (key: PolicyKey): string => keys[key].help;

/** The rules as keys of a profile: `policy.readOnly` and so on. */
export const policyKeys: Readonly<Record<string, Key>> = Object.fromEntries(
  Object.entries(keys).map(([name, key]) => [`policy.${name}`, key]),
);

/** Returns the value of a rule. */
export const policyValueOf = (policy: PolicySettings, key: PolicyKey): unknown =>
  key.startsWith('approvals.')
    ? policy.approvals?.[key.slice('approvals.'.length) as keyof typeof policy.approvals]
    : policy[key as keyof PolicySettings];

/** Creates a policy from the values of its rules; those that are `undefined` are left out. */
export function policyFrom(readValue: (key: PolicyKey) => unknown): PolicySettings {
  const values = POLICY_KEYS.map((name) => [name, readValue(name)] as const).filter(
    ([, value]) => value !== undefined,
  );
  const approvals = values.filter(([name]) => name.startsWith('approvals.'));
  return {
    ...Object.fromEntries(values.filter((it) => !approvals.includes(it))),
    ...(approvals.length > 0 && {
      approvals: Object.fromEntries(
        approvals.map(([name, value]) => [name.slice('approvals.'.length), value]),
      ),
    }),
  };
}

/**
 * Returns the stricter of two values of a rule: the smaller amount, the ids that both lists have, `true`, more than a
 * warning, the larger number of approvers. The first one wins where none is stricter, and a value wins over `undefined`.
 */
export function stricterValue(key: PolicyKey, one: unknown, other: unknown): unknown {
  if (one === undefined || other === undefined) return one ?? other;
  if (Array.isArray(one) && Array.isArray(other)) return one.filter((id) => other.includes(id));
  return (stricterOf[key] ?? smaller)(one, other);
}

type Choose = (one: unknown, other: unknown) => unknown;

const smaller: Choose = (one, other) => (Number(other) < Number(one) ? other : one);
const either: Choose = (one, other) => one === true || other === true;
const first: Choose = (one) => one;
const aboveWarning: Choose = (one, other) => (one === 'warn' ? other : one);

const stricterOf: Readonly<Partial<Record<PolicyKey, Choose>>> = {
  readOnly: either,
  requireApproval: either,
  newPayee: aboveWarning,
  duplicateInvoices: aboveWarning,
  'approvals.required': (one, other) => Math.max(Number(one), Number(other)),
  'approvals.signers': first,
  'approvals.revoked': first,
};
