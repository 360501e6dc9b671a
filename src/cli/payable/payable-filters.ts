/** The filters of lists of payables, and the fields by which these are sorted and grouped. */

import { looksLikeId } from '../../api/id-or-name.ts';
import { PaymentStatus } from '../../api/operations/pay.ts';
import { OPEN_STATUSES, type Payable, PayableStatus } from '../../api/operations/payable.ts';
import { IN_FLIGHT_STATUSES } from '../../api/payment-phase.ts';
import { dateIn } from '../../api/schema/field-types.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { centsIn } from '../../render/money.ts';
import { choice, choiceList, option, toggle } from '../flags/flag.ts';
import { dateExpression, parseAmountCents, reference, words } from '../flags/value-parsers.ts';
import type { ListFields } from '../list/arrange-records.ts';
import { type RangeSide, recordFilter } from '../list/record-filter.ts';

const noPayment = 'none';
const inFlight = 'in-flight';
const notInFlight = 'not-in-flight';
const paymentStates = [
  ...PaymentStatus.options.map((it) => it.toLowerCase()),
  noPayment,
  inFlight,
  notInFlight,
];

/** The filters of `payable list`; the service applies a single status and a connection. */
export const payableFilters = {
  status: recordFilter<Payable, PayableStatus[] | undefined>({
    flag: choiceList('--status <state,...>', 'status', PayableStatus.options, {
      ...{ open: 'SUBMITTED,APPROVED', unpaid: 'SUBMITTED,APPROVED', overdue: '--overdue' },
      pending: 'SUBMITTED, or --payment pending for payments',
    }),
    fields: ['status'],
    query: ([only, ...others]) =>
      only !== undefined && others.length === 0 ? { status: only } : undefined,
    matches: ({ status }, wanted) => ifKnown(status, (it) => wanted.some((one) => one === it)),
  }),
  direction: recordFilter<Payable, 'received' | 'sent' | undefined>({
    flag: choice('--direction <direction>', 'received, to pay, or sent, to be paid', [
      'received',
      'sent',
    ]),
    fields: ['direction'],
    matches: (row, wanted, { business }) =>
      ifKnown(directionOf(row, business()) ?? undefined, (it) => it === wanted),
  }),
  payment: recordFilter<Payable, string[] | undefined>({
    flag: choiceList(
      '--payment <state,...>',
      'state of its newest payment; in-flight is any of scheduled, held, pending and processing',
      paymentStates,
    ),
    fields: ['paymentStatus'],
    matches: ({ paymentStatus }, wanted) => {
      if (paymentStatus === undefined) return undefined;
      const state = paymentStatus?.toLowerCase() ?? noPayment;
      return wanted.some(
        (it) =>
          it === state ||
          it === (IN_FLIGHT_STATUSES.has(state.toUpperCase()) ? inFlight : notInFlight),
      );
    },
  }),
  failedSince: recordFilter<Payable, string | undefined>({
    flag: option(
      '--failed-since <date>',
      'newest payment failed or was returned on this day or later',
      dateExpression,
    ),
    fields: ['paymentStatus', 'lastPaymentFailure'],
    matches: ({ paymentStatus, lastPaymentFailure }, wanted, { dateOf, easternDate }) => {
      if (paymentStatus === undefined) return undefined;
      if (paymentStatus !== 'FAILED' && paymentStatus !== 'RETURNED') return false;
      const day = lastPaymentFailure?.at ? easternDate(lastPaymentFailure.at) : undefined;
      return day === undefined ? undefined : day >= dateOf(wanted, 'from');
    },
  }),
  connection: recordFilter<Payable, string | undefined>({
    flag: option('--connection <id>', 'connection (id or name)', reference),
    fields: ['connectionId'],
    query: (wanted) => ({ connectionId: wanted }),
    matches: ({ connectionId }, wanted) => ifKnown(connectionId, (it) => it === wanted),
  }),
  payee: recordFilter<Payable, string | undefined>({
    flag: option('--payee <name>', 'payee whose name contains this, or with this id', words),
    fields: ['payeeName'],
    matches: (row, wanted) =>
      ifKnown(row.payeeName, (it) => isParty(row, it, wanted, row.senderBusinessId)),
  }),
  payer: recordFilter<Payable, string | undefined>({
    flag: option('--payer <name>', 'payer whose name contains this, or with this id', words),
    fields: ['payerName'],
    matches: (row, wanted) =>
      ifKnown(row.payerName, (it) => isParty(row, it, wanted, row.payerBusinessId)),
  }),
  search: recordFilter<Payable, string | undefined>({
    flag: option('--search <text>', 'text in invoice number, memo, payee or payer', words),
    fields: ['payeeName', 'payerName'],
    matches: ({ invoiceNumber, memo, payeeName, payerName }, wanted) => {
      const isFound = [invoiceNumber, memo, payeeName, payerName].some((it) =>
        contains(it ?? '', wanted),
      );
      return isFound || (payeeName === undefined || payerName === undefined ? undefined : false);
    },
  }),
  overdue: recordFilter<Payable, boolean>({
    flag: toggle('--overdue', 'open, and due before today'),
    fields: ['status'],
    matches: ({ status, dueDate }, _, { today }) =>
      ifKnown(status, (it) => OPEN_STATUSES.has(it) && isBefore(dueDate, today)),
  }),
  dueFrom: dueDate('--due-from <date>', 'due on this day or later', 'from'),
  dueTo: dueDate('--due-to <date>', 'due on this day or earlier', 'to'),
  createdFrom: creationDate('--created-from <date>', 'created on this day or later', 'from'),
  createdTo: creationDate('--created-to <date>', 'created on this day or earlier', 'to'),
  paidFrom: paymentDate('--paid-from <date>', 'paid on this day or later', 'from'),
  paidTo: paymentDate('--paid-to <date>', 'paid on this day or earlier', 'to'),
  amountFrom: amount('--amount-from <dollars>', 'this amount or more', 'from'),
  amountTo: amount('--amount-to <dollars>', 'this amount or less', 'to'),
};

/** The keys of `--sort`, and of `--group-by`. */
export const payableFields = {
  invoice: { field: 'invoiceNumber', isOptional: true },
  payee: { field: 'payeeName' },
  payer: { field: 'payerName' },
  amount: { field: 'amount', isMoney: true },
  due: { field: 'dueDate', isOptional: true },
  status: { field: 'status' },
  payment: { field: 'paymentStatus' },
  created: { field: 'createdAt' },
  connection: { field: 'connectionId' },
} satisfies ListFields;

function dueDate(syntax: string, help: string, side: RangeSide) {
  return recordFilter<Payable, string | undefined>({
    flag: option(syntax, help, dateExpression),
    fields: ['dueDate'],
    end: { of: 'due', side },
    matches: ({ dueDate: due }, wanted, { dateOf }) =>
      isWithin(dateIn(due), side, dateOf(wanted, side)),
  });
}

function creationDate(syntax: string, help: string, side: RangeSide) {
  return recordFilter<Payable, string | undefined>({
    flag: option(syntax, help, dateExpression),
    fields: ['createdAt'],
    end: { of: 'created', side },
    matches: ({ createdAt }, wanted, { dateOf, easternDate }) =>
      ifKnown(createdAt && easternDate(createdAt), (it) =>
        isWithin(it, side, dateOf(wanted, side)),
      ),
  });
}

/** The service shows the time of payment as a field, or only in the activity log. */
function paymentDate(syntax: string, help: string, side: RangeSide) {
  return recordFilter<Payable, string | undefined>({
    flag: option(syntax, help, dateExpression),
    fields: ['status', 'paidAt'],
    end: { of: 'paid', side },
    matches: ({ status, paidAt }, wanted, { dateOf, easternDate }) => {
      if (status === undefined) return undefined;
      if (status !== 'PAID') return false;
      const day = paidAt ? easternDate(paidAt) : undefined;
      return day === undefined ? undefined : isWithin(day, side, dateOf(wanted, side));
    },
  });
}

function amount(syntax: string, help: string, side: RangeSide) {
  return recordFilter<Payable, number | undefined>({
    flag: option(syntax, help, parseAmountCents),
    fields: ['amount'],
    end: { of: 'amount', side },
    matches: (row, wanted) => ifKnown(centsIn(row.amount), (it) => isWithin(it, side, wanted)),
  });
}

/** Tests a field: `undefined` if it is missing, `false` if it is `null`. */
const ifKnown = <Value>(
  value: Value | null | undefined,
  test: (value: Value) => boolean,
): boolean | undefined => (value === undefined ? undefined : value !== null && test(value));

/** Reports whether a value is on the right side of an end of a range; an absent one never is. */
const isWithin = <Value extends string | number>(
  value: Value | undefined,
  side: RangeSide,
  end: Value,
): boolean => value !== undefined && (side === 'from' ? value >= end : value <= end);

function isBefore(due: string | null | undefined, day: string): boolean {
  const dueDay = dateIn(due);
  return dueDay !== undefined && dueDay < day;
}

/**
 * Reports whether a party of a payable has the wanted id, or a name that contains the wanted text. A text that
 * looks like an id is compared with ids alone, and a name that looks like one matches nothing.
 */
function isParty(
  row: Payable,
  name: string,
  wanted: string,
  partyId: string | null | undefined,
): boolean {
  const shown = { own: [partyId, row.connectionId], others: [row.id, row.businessId] };
  if (looksLikeId(wanted, shown)) return shown.own.includes(wanted);
  return contains(name, wanted) && !looksLikeId(name, shown);
}

const contains = (text: string, part: string): boolean =>
  text.toLowerCase().includes(part.toLowerCase());
