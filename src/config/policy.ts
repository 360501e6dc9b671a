/** Storage of spending policies in profiles. */

import { InvalidSettingError } from './errors.ts';
import type { Key } from './settings-schema.ts';

/** The stored policy of a profile: amounts as decimal dollar strings. */
export interface PolicySettings {
  readonly readOnly?: boolean | undefined;
  readonly maxPayment?: string | undefined;
  readonly maxDay?: string | undefined;
  readonly maxRun?: string | undefined;
  readonly banks?: readonly string[] | undefined;
  readonly payees?: readonly string[] | undefined;
  readonly twoPersonsAbove?: string | undefined;
}

/** The name of a limit. */
export type PolicyKey = keyof PolicySettings;

const keys: Readonly<Record<PolicyKey, Key>> = {
  readOnly: { help: 'true: allow read operations only', read: yesOrNo },
  maxPayment: {
    help: 'maximum dollars per payment or withdrawal',
    read: parseDollarsText,
  },
  maxDay: { help: 'maximum dollars per day (Eastern Time)', read: parseDollarsText },
  maxRun: { help: 'maximum dollars per file or payment run', read: parseDollarsText },
  banks: { help: 'allowed bank accounts: comma-separated ids', read: ids },
  payees: { help: 'allowed payees: comma-separated ids of businesses or connections', read: ids },
  twoPersonsAbove: {
    help: 'dollars above which a payment requires dual approval',
    read: parseDollarsText,
  },
};

const policyNames = Object.keys(keys) as readonly PolicyKey[];

/** Returns every limit with its value (`null` if not set) and its help text. */
export const policyRows = (policy: PolicySettings) =>
  policyNames.map((name) => ({ key: name, value: policy[name] ?? null, help: keys[name].help }));

/** The limits as keys of a profile: `policy.readOnly` and so on. */
export const policyKeys: Readonly<Record<string, Key>> = Object.fromEntries(
  Object.entries(keys).map(([name, key]) => [`policy.${name}`, key]),
);

/** Returns the policy among the values of a profile. `lookup` returns the validated value of a key. */
export const policyOf = (lookup: (key: string) => unknown): PolicySettings =>
  Object.fromEntries(
    policyNames
      .map((name): [string, unknown] => [name, lookup(`policy.${name}`)])
      .filter(([, value]) => value !== undefined),
  );

function yesOrNo(input: string): boolean {
  if (input === 'true' || input === 'false') return input === 'true';
  throw new InvalidSettingError(`'${input}' is neither true nor false.`);
}

/**
 * Parses decimal dollars, such as `5000` or `5000.00`. Returns the text.
 *
 * @throws {InvalidSettingError} For any other text.
 */
export function parseDollarsText(input: string): string {
  const text = input.replace(/^"(.*)"$/, '$1');
  if (/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/.test(text)) return text;
  throw new InvalidSettingError(`'${input}' is not an amount in dollars, such as 5000 or 5000.00.`);
}

function ids(input: string): string[] {
  const list = input.replaceAll(/[[\]"\s]/g, '').split(',');
  if (list.every((name) => /^(?!\.{1,2}$)[A-Za-z0-9_.:-]{1,128}$/.test(name))) return list;
  throw new InvalidSettingError(`'${input}' is not a comma-separated list of ids.`);
}
