/** The records that commands can act on, as menus and completions offer them. */

import type { IdKind } from '../id-kinds.ts';
import type { RecordUse } from '../record-use.ts';
import { payableUses } from './find-payable.ts';

const pending: RecordUse = { statuses: ['pending'] };
const cancellable: RecordUse = { direction: 'received', payment: ['cancellable'] };

/**
 * A payable whose payment is in flight is not offered, but its number still means it: a command that is typed again must
 * not find a copy of the invoice in its place.
 */
const unpaid = { payment: ['none'] } as const;

/** The records that commands can act on, by kind and command; of a payment, the facts of its payable. */
const usesByKind: Partial<Record<IdKind, Readonly<Record<string, RecordUse>>>> = {
  payable: {
    'payable approve': payableUses.approve,
    'payable decline': { ...payableUses.decline, ...unpaid },
    'payable submit': payableUses.submit,
    'payable update': payableUses.update,
    'payable cancel': { ...payableUses.cancel, payment: ['none', 'cancellable'] },
    'payable remind': payableUses.remind,
    'link enable': payableUses.link,
    'link send': payableUses.link,
    'link disable': payableUses.disableLink,
    'pay initiate': { ...payableUses.pay, ...unpaid },
    'pay cancel': cancellable,
    'policy check': { ...payableUses.checkPolicy, ...unpaid },
  },
  payment: { 'pay cancel': cancellable },
  invitation: { 'invite cancel': pending, 'invite resend': pending, 'invite reject': pending },
  bank: { 'bank verify': { statuses: ['unverified'] } },
};

/** Returns the records of a kind that a command can act on; `undefined` for all. */
export const useOf = (kind: IdKind, command: string): RecordUse | undefined =>
  new Map(Object.entries(usesByKind[kind] ?? {})).get(command);
