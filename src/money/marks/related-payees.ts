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
  /** Returns the payees that may be a payee, itself among them. */
  readonly relatedTo: (payee: number) => ReadonlyMap<number, PayeeReason>;
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
  const related = payees.map(() => new Map<number, PayeeReason>());
  const addRelated = (one: number, other: number, reason: PayeeReason) => {
    const own = related[one];
    if (!own?.has(other)) own?.set(other, reason);
  };
  const relate = (some: readonly number[], others: readonly number[], reason: PayeeReason) => {
    for (const one of some) {
      for (const other of others) {
        addRelated(one, other, reason);
        addRelated(other, one, reason);
      }
    }
  };
  for (const same of byField(payees, 'businessId').values()) relate(same, same, 'same_payee');
  for (const same of byField(payees, 'connectionId').values()) relate(same, same, 'same_payee');
  for (const [some, others] of alikeByName(payees)) relate(some, others, 'similar_name');
  return {
    payeeAt,
    relatedTo: (payee) => related[payee] ?? new Map(),
  };
}

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

/** Returns the payees of each two names that are alike, and of each name with itself. */
function alikeByName(
  payees: readonly Payee[],
): readonly (readonly [readonly number[], readonly number[]])[] {
  const byName = byField(payees, 'name');
  const names = [...byName.keys()].map(comparedName);
  const groups = [...byName.values()];
  const own = [...groups.keys()].flatMap((at) => (names[at]?.skeleton ? [[at, at] as const] : []));
  return [...own, ...alikePairs(names)].map(([one, other]) => [
    groups[one] ?? [],
    groups[other] ?? [],
  ]);
}
