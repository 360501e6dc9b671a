/** Ids in the results of commands, for the completion of shells and for menus. */

import { paymentPhaseOf } from '../api/payment-phase.ts';
import { valueAtPath } from '../render/format-cell.ts';
import { centsIn, usd } from '../render/money.ts';
import { sanitize } from '../render/sanitize.ts';
import { type CompletableId, type IdKind, isCompletableId } from './id-kinds.ts';
import type { RecordFacts } from './record-use.ts';

/** Returns the ids in a record: its own, and for a payable that of its active payment. Contains no secrets. */
export function completableIdsOf(kind: IdKind, record: unknown): readonly CompletableId[] {
  const recordId = known(
    kind,
    valueAtPath(record, kind === 'payment' ? 'paymentId' : 'id'),
    record,
  );
  const payment =
    kind === 'payable' ? known('payment', valueAtPath(record, 'activePaymentId'), record) : [];
  return [...recordId, ...payment];
}

/**
 * Returns the id with its description, or nothing if there is no description: that is the row of an item that failed.
 */
function known(kind: IdKind, id: unknown, record: unknown): CompletableId[] {
  const get = (key: string) => valueAtPath(record, key);
  const parts = describe[kind](get).filter(isText);
  if (!isText(id) || !isCompletableId(id) || parts.length === 0) return [];
  const number = kind === 'payable' ? get('invoiceNumber') : undefined;
  return [
    {
      ...{ kind, id, text: shortLine(parts.join(' · ')), facts: factsOf(kind, get) },
      ...(isText(number) && isCompletableId(number) && { invoiceNumber: number }),
    },
  ];
}

function factsOf(kind: IdKind, get: Member): RecordFacts {
  const word = (key: string) => [get(key)].filter(isText).find((it) => /^\w+$/.test(it));
  const [status, direction] = [word('status'), word('direction')];
  if (kind !== 'payable' && kind !== 'payment') return { status };
  const [paymentStatus = kind === 'payment' ? status : undefined, activePaymentId] = [
    word('paymentStatus'),
    word('activePaymentId'),
  ];
  return { status, direction, payment: paymentPhaseOf({ status, paymentStatus, activePaymentId }) };
}

/** Returns the text sanitized and cut to 100 characters. */
function shortLine(text: string): string {
  // Most texts need neither: a list must not be slowed down by its ids.
  if (/^[ -~·]{0,100}$/.test(text)) return text;
  return [...sanitize(text)].slice(0, MAX_LABEL_LENGTH).join('');
}

/** Maximum length of a description in characters: more than a terminal has room for. */
const MAX_LABEL_LENGTH = 100;

type Member = (key: string) => unknown;

const describe: Readonly<Record<IdKind, (get: Member) => unknown[]>> = {
  business: (get) => [get('status'), get('alias') ?? get('name')],
  bank: (get) => [get('status'), get('name'), get('bankName'), lastDigits(get('last4'))],
  connection: (get) => [get('status'), get('alias') ?? get('connectedBusinessName')],
  invitation: (get) => [get('status'), get('email')],
  payable: (get) => [get('status'), money(get('amount')), otherSide(get), get('invoiceNumber')],
  payment: (get) => [
    get('paymentStatus') ?? get('status'),
    money(get('amount')),
    get('payeeName') ?? get('payableId'),
  ],
  integration: (get) => [get('status'), get('provider'), get('companyName')],
  intent: (get) => [get('outcome'), get('operation'), money(get('amount'))],
};

const otherSide = (get: Member) =>
  get('direction') === 'sent' ? get('payerName') : (get('payeeName') ?? get('payerName'));

const lastDigits = (digits: unknown) => (isText(digits) ? `···${digits}` : undefined);

function money(amount: unknown): string | undefined {
  const cents = centsIn(amount);
  return cents === undefined ? undefined : usd(cents);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
