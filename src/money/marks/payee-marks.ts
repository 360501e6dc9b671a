/** The marks of a payee that is new, looks like another one, or is paid more or sooner than before. */

import type { Connection } from '../../api/operations/connection.ts';
import { usd } from '../../render/money.ts';
import { isSamePayee } from '../journal/intent-payees.ts';
import type { PaidPayee } from '../journal/paid-payees.ts';
import { type ComparedName, comparedName, likenessOf } from './alike-names.ts';
import { inQuotes, type Mark } from './mark.ts';

/** A payment that is about to be made, by its payee. */
export interface PayeeToCheck {
  readonly businessId: string | null;
  readonly connectionId: string | null;
  readonly name: string | null;
  readonly cents: number;
}

/** A connection whose payee was paid before, with its name. */
export interface KnownPayee {
  readonly businessId: string | null;
  readonly connectionId: string;
  readonly name: string;
  readonly compared: ComparedName;
}

/** The payments that were made before, as far as they are known. */
export interface PaymentHistory {
  readonly paid: readonly PaidPayee[];
  readonly known: readonly KnownPayee[];
  /** The service's clock. */
  readonly now: Date;
}

const DAY_MS = 86_400_000;

/** A payment of more than this times the largest one of the last year is marked. */
const MANY_TIMES = 3;

/** Returns those of the connections whose payee was paid before. */
export const knownPayees = (
  connections: readonly Connection[],
  paid: readonly PaidPayee[],
): readonly KnownPayee[] => {
  const businesses = new Set(paid.map(({ businessId }) => businessId));
  const over = new Set(paid.map(({ connectionId }) => connectionId));
  return connections.flatMap(({ id, connectedBusinessId = null, connectedBusinessName: name }) =>
    name && (over.has(id) || (connectedBusinessId !== null && businesses.has(connectedBusinessId)))
      ? [
          {
            ...{ businessId: connectedBusinessId, connectionId: id, name },
            compared: comparedName(name),
          },
        ]
      : [],
  );
};

export function payeeMarks(
  payment: PayeeToCheck,
  { paid, known, now }: PaymentHistory,
): readonly Mark[] {
  const { cents } = payment;
  const own = paid.filter((it) => isSamePayee({ ...it, cents }, payment));
  if (own.length === 0) return [firstPayment(payment), ...nameMarks(payment, known)];
  return [
    ...newConnection(payment, own),
    ...largeAmount(payment, own),
    ...paidWithinDay(payment, own, now),
  ];
}

const firstPayment = (payment: PayeeToCheck): Mark => ({
  code: 'first_payment',
  text: `First payment to ${payeeText(payment)} by this profile.`,
});

/** Returns the marks of a name that another payee, who was paid before, has or nearly has. */
function nameMarks(payment: PayeeToCheck, known: readonly KnownPayee[]): readonly Mark[] {
  const { name, connectionId, businessId } = payment;
  if (name === null) return [];
  const compared = comparedName(name);
  return known
    .filter((it) => it.connectionId !== connectionId || it.businessId !== businessId)
    .flatMap((it): readonly Mark[] => {
      const likeness = likenessOf(compared, it.compared);
      if (likeness === undefined) return [];
      return likeness === 'equal' ? [underKnownName(payment, it)] : [similarName(payment, it)];
    });
}

const underKnownName = (payment: PayeeToCheck, known: KnownPayee): Mark => ({
  code: 'new_connection',
  text: `New connection under a known name: ${inQuotes(known.name)} was paid over ${known.connectionId} before, not over ${idOf(payment)}.`,
});

const similarName = ({ name, ...payment }: PayeeToCheck, known: KnownPayee): Mark => ({
  code: 'similar_name',
  text: `The name ${inQuotes(name ?? '')} (${idOf(payment)}) looks like ${inQuotes(known.name)} (${known.connectionId}), which was paid before${otherLetters(name ?? '', known.name)}.`,
});

/** Names the letters of other alphabets that only the new name has: nobody sees them. */
function otherLetters(name: string, known: string): string {
  const others = [...new Set(name)].filter((it) => it > '\u007f' && !known.includes(it));
  if (others.length === 0) return '';
  const points = others.map((it) => `U+${hex(it.codePointAt(0) ?? 0)}`);
  return `; it contains ${points.slice(0, MAX_LETTERS).join(', ')}`;
}

const MAX_LETTERS = 5;

const hex = (point: number): string => point.toString(16).toUpperCase().padStart(4, '0');

/** Returns the mark of a business that was paid over other connections only. */
function newConnection(payment: PayeeToCheck, own: readonly PaidPayee[]): readonly Mark[] {
  const before = own.flatMap(({ connectionId }) => connectionId ?? []);
  const { connectionId } = payment;
  if (connectionId === null || before.length === 0 || before.includes(connectionId)) return [];
  const text = `New connection: ${payeeText(payment)} was paid over ${before.join(', ')} before.`;
  return [{ code: 'new_connection', text }];
}

function largeAmount(payment: PayeeToCheck, own: readonly PaidPayee[]): readonly Mark[] {
  const largest = Math.max(0, ...own.map(({ largestCents }) => largestCents ?? 0));
  if (largest === 0 || payment.cents <= MANY_TIMES * largest) return [];
  const text = `${usd(payment.cents)} is more than three times the largest payment to ${payeeText(payment)} in the last year, ${usd(largest)}.`;
  return [{ code: 'large_amount', text }];
}

function paidWithinDay(
  payment: PayeeToCheck,
  own: readonly PaidPayee[],
  now: Date,
): readonly Mark[] {
  const newest =
    own
      .map(({ newestAt }) => newestAt ?? '')
      .sort()
      .at(-1) ?? '';
  if (newest === '' || Date.parse(newest) <= now.getTime() - DAY_MS) return [];
  const at = newest.slice(0, 16).replace('T', ' ');
  return [
    {
      code: 'paid_within_day',
      text: `Paid again within a day: ${payeeText(payment)} was paid at ${at} UTC.`,
    },
  ];
}

const idOf = ({ connectionId, businessId }: Pick<PayeeToCheck, 'connectionId' | 'businessId'>) =>
  connectionId ?? businessId ?? 'no connection';

function payeeText({ name, ...ids }: PayeeToCheck): string {
  const id = ids.connectionId ?? ids.businessId;
  if (name === null) return id ?? 'a payee without a name';
  return id === null ? inQuotes(name) : `${inQuotes(name)} (${id})`;
}
