import { valueAtPath } from '../render/format-cell.ts';
import { centsIn, usd } from '../render/money.ts';
import { sanitize } from '../render/sanitize.ts';

/** An id that a shell can complete, and what a person knows it by. */
export interface CompletableId {
  readonly kind: IdKind;
  readonly id: string;
  readonly text: string;
}

/** The kinds of ids that commands show, and that a shell completes. */
export const ID_KINDS = [
  'business',
  'bank',
  'connection',
  'invitation',
  'payable',
  'payment',
  'integration',
  'intent',
] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** The kind of what a command shows; none for a command whose result has no ids to complete. */
export const kindShownBy = (command: string): IdKind | undefined =>
  Object.hasOwn(shows, command) ? shows[command] : undefined;

const shows: Readonly<Record<string, IdKind>> = {
  'business list': 'business',
  'business get': 'business',
  'bank list': 'bank',
  'connection list': 'connection',
  'connection get': 'connection',
  'connection invoices': 'payable',
  'invite list': 'invitation',
  'invite send': 'invitation',
  'payable list': 'payable',
  'payable get': 'payable',
  'payable create': 'payable',
  'pay initiate': 'payment',
  'pay quick': 'payment',
  'pay bulk': 'payment',
  'accounting list': 'integration',
  'journal list': 'intent',
};

/** What a record tells of ids: its own, and for a payable that of the payment under way. No secret is a part of it. */
export function completableIdsOf(kind: IdKind, record: unknown): readonly CompletableId[] {
  const own = known(kind, valueAtPath(record, kind === 'payment' ? 'paymentId' : 'id'), record);
  const payment =
    kind === 'payable' ? known('payment', valueAtPath(record, 'activePaymentId'), record) : [];
  return [...own, ...payment];
}

/** An id of which nothing else is known is not worth offering: it is the row of something that failed. */
function known(kind: IdKind, id: unknown, record: unknown): CompletableId[] {
  const words = describe[kind]((key) => valueAtPath(record, key)).filter(isText);
  if (!isText(id) || !/^[A-Za-z0-9][\w.:-]{0,127}$/.test(id) || words.length === 0) return [];
  return [{ kind, id, text: shortLine(words.join(' · ')) }];
}

/** Most lines are plain and short as they are: a list must not wait for its ids. */
function shortLine(text: string): string {
  if (/^[ -~·]{0,100}$/.test(text)) return text;
  return [...sanitize(text)].slice(0, MOST_LETTERS).join('');
}

/** Longer than any terminal has room for. */
const MOST_LETTERS = 100;

type Member = (key: string) => unknown;

const describe: Readonly<Record<IdKind, (the: Member) => unknown[]>> = {
  business: (the) => [the('status'), the('alias') ?? the('name')],
  bank: (the) => [the('status'), the('name'), the('bankName'), lastDigits(the('last4'))],
  connection: (the) => [the('status'), the('alias') ?? the('connectedBusinessName')],
  invitation: (the) => [the('status'), the('email')],
  payable: (the) => [the('status'), money(the('amount')), otherSide(the), the('invoiceNumber')],
  payment: (the) => [
    the('paymentStatus') ?? the('status'),
    money(the('amount')),
    the('payeeName') ?? the('payableId'),
  ],
  integration: (the) => [the('status'), the('provider'), the('companyName')],
  intent: (the) => [the('outcome'), the('operation'), money(the('amount'))],
};

const otherSide = (the: Member) =>
  the('direction') === 'sent' ? the('payerName') : (the('payeeName') ?? the('payerName'));

const lastDigits = (digits: unknown) => (isText(digits) ? `···${digits}` : undefined);

function money(amount: unknown): string | undefined {
  const cents = centsIn(amount);
  return cents === undefined ? undefined : usd(cents);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
