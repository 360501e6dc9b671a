import { A_NAME, looksLikeId, matchReferences, type ShownIds } from '../../api/id-or-name.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { type Cuttable, cuttable, joinCuttable, uncut } from '../../render/cuttable.ts';
import { centsIn, usd } from '../../render/money.ts';

/** Payables that have the same invoice number: payees choose numbers, so one may have the number of another. */

/**
 * Returns those of several payables whose payee is the expected one, by id or by name; all if none is, or no payee is
 * expected.
 */
export function ofExpectedPayee(
  candidates: readonly Payable[],
  expectPayee: string | undefined,
): readonly Payable[] {
  if (expectPayee === undefined) return candidates;
  const payees = candidates.map((it) => ({
    ids: [it.senderBusinessId ?? it.businessId, it.connectionId],
    names: [it.payeeName],
  }));
  const matches = matchReferences(
    expectPayee,
    payees,
    candidates.map(({ id }) => id),
  );
  const fitting = candidates.filter((_, at) => matches[at] !== undefined);
  return fitting.length === 0 ? candidates : fitting;
}

/** Returns those of several payables that are of another payee than `only`. */
export const ofOtherPayees = (only: Payable, all: readonly Payable[]): readonly Payable[] =>
  all.filter((it) => payeeKeyOf(it) !== payeeKeyOf(only));

const payeeKeyOf = (it: Payable) =>
  it.senderBusinessId ?? it.connectionId ?? it.businessId ?? it.payeeName;

/** Describes a payable that was found by its number, in one line: id, payee, amount, status and connection. */
export function describeFound(it: Payable): Cuttable {
  const cents = centsIn(it.amount);
  const party = it.direction === 'sent' ? it.payerName : it.payeeName;
  const name = party && quotedName(party, { own: otherIdsOf(it), others: [it.id] });
  const parts = [
    ...[it.id, name, cents === undefined ? undefined : usd(cents), it.status, it.connectionId],
  ];
  return joinCuttable(
    parts.flatMap((part) => (part ? [cuttable`${part}`] : [])),
    ' · ',
  );
}

/** Returns the ids in a payable of other things than itself. */
export const otherIdsOf = (it: Payable) => [
  ...[it.connectionId, it.senderBusinessId, it.businessId, it.payerBusinessId],
  it.activePaymentId,
];

/** Returns a name that others chose, for a question: in quotes and with a note, which is never cut, if it looks like an id. */
export const quotedName = (name: string, shown: ShownIds): string | Cuttable =>
  looksLikeId(name, shown) ? cuttable`"${name}"${uncut(A_NAME)}` : name;
