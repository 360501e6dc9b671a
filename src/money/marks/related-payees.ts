/** The payees of payables, and which of them may be one. */

import type { Payable } from '../../api/operations/payable.ts';
import { alikePairs, comparedName } from './alike-names.ts';

export type PayeeFields = Pick<
  Payable,
  'senderBusinessId' | 'businessId' | 'connectionId' | 'payeeName'
>;

/** The reason to take two payees for one. */
export type PayeeReason = 'same_payee' | 'similar_name';

/** The payees of some payables, by number. */
export interface RelatedPayees {
  readonly payeeAt: readonly number[];
  /** Returns groups of the payees that may be a payee, itself among them; one payee can be in several. */
  readonly relatedTo: (payee: number) => readonly (readonly number[])[];
  /** Returns why two payees may be one; `undefined` if they may not. */
  readonly reasonOf: (one: number, other: number) => PayeeReason | undefined;
}

/** A payee as a payable states it. */
interface Payee {
  readonly businessId: string | undefined;
  readonly connectionId: string | undefined;
  readonly name: string | undefined;
}

/** Numbers the payees of payables. Two are related by the same business or connection, or by names that are alike. */
export function relatePayees(payables: readonly PayeeFields[]): RelatedPayees {
  const numbers = new Map<string, number>();
  const payees: Payee[] = [];
  const payeeAt = payables.map((it) => {
    const payee = payeeIn(it);
    const key = `${payee.businessId}\n${payee.connectionId}\n${payee.name}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, payees.length);
    return payees.push(payee) - 1;
  });
  const sameBusiness = byField(payees, 'businessId');
  const sameConnection = byField(payees, 'connectionId');
  const sameName = byField(payees, 'name');
  const alike = alikeNames([...sameName.keys()]);
  return {
    payeeAt,
    // Looked up when asked for: one business can send invoices under so many names that all relations fill the memory.
    relatedTo: (payee) => {
      const { businessId, connectionId, name } = payees[payee] ?? {};
      const names = [...(alike.get(name ?? '') ?? [])];
      return [
        membersOf(sameBusiness, businessId),
        membersOf(sameConnection, connectionId),
        ...names.map((it) => membersOf(sameName, it)),
      ];
    },
    reasonOf(one, other) {
      const [first, second] = [payees[one], payees[other]];
      if (isSame(first?.businessId, second?.businessId)) return 'same_payee';
      if (isSame(first?.connectionId, second?.connectionId)) return 'same_payee';
      return alike.get(first?.name ?? '')?.has(second?.name ?? '') ? 'similar_name' : undefined;
    },
  };
}

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one === other;

const membersOf = (
  groups: ReadonlyMap<string, readonly number[]>,
  key: string | undefined,
): readonly number[] => (key === undefined ? [] : (groups.get(key) ?? []));

const payeeIn = (it: PayeeFields): Payee => ({
  businessId: it.senderBusinessId ?? it.businessId ?? undefined,
  connectionId: it.connectionId ?? undefined,
  name: it.payeeName ?? undefined,
});

function byField(payees: readonly Payee[], field: keyof Payee): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [at, { [field]: value }] of payees.entries()) {
    const same = value === undefined ? undefined : found.get(value);
    if (same) same.push(at);
    else if (value !== undefined) found.set(value, [at]);
  }
  return found;
}

/** Returns the names that each name is alike to, itself among them; none for a name of no letters and digits. */
function alikeNames(names: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const compared = names.map(comparedName);
  const found = new Map(
    names.map((name, at) => [name, new Set(compared[at]?.skeleton ? [name] : [])] as const),
  );
  for (const [one, other] of alikePairs(compared)) {
    const [first = '', second = ''] = [names[one], names[other]];
    found.get(first)?.add(second);
    found.get(second)?.add(first);
  }
  return found;
}
