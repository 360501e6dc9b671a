/** Descriptions of prepared requests: their parts, for every reader, and the lines of a question. */

import type { ShownIds } from '../../api/id-or-name.ts';
import type { BankAccount } from '../../api/operations/bank.ts';
import { asRecord } from '../../is-record.ts';
import { type Cuttable, cuttable, joinCuttable, uncut } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';
import type { MoneyPort } from '../port.ts';
import { closedDayText, dueText } from './arrival.ts';
import { arrivalEstimateText, settlementEstimateText } from './estimate-settlement.ts';
import { allBanks, bankText } from './funding-source.ts';
import type { KnownMovement, PreparedRequest } from './prepare.ts';
import { quotedName } from './same-number.ts';

/** The number of payments or payees that are described one by one. */
export const MAX_SHOWN = 20;

type Text = string | Cuttable;

/** The parts of the description of one movement. */
export interface MovementText {
  readonly amount: string;
  readonly payee: Text;
  /** ` for invoice CL-1001 (pay_1)`; `''` without a payable. */
  readonly subject: Text;
  /** `Same-day ACH on 2026-03-05`. */
  readonly timing: string;
  /** `, estimated settlement 2026-03-05`, or the arrival of a withdrawal; `''` if the service's clock is not known. */
  readonly estimate: string;
  /** `Due 2026-03-04, starts 2026-03-02, arrives 2026-03-05: late by 1 business day`; `null` without a due date. */
  readonly due: string | null;
  readonly memo: string | null;
}

/** The presentation of texts that others chose. */
export interface Wording {
  readonly name: (name: string, shown: ShownIds) => Text;
  readonly invoice: (number: string, payableId: string, shown: ShownIds) => Text;
  readonly word: (word: string) => string;
}

/** The wording of questions in a terminal, which cut long texts. */
const inTerminal: Wording = {
  name: quotedName,
  invoice: (number, payableId, shown) => cuttable`${quotedName(number, shown)} (${payableId})`,
  word: (word) => word,
};

/** A payee and a payable, with all ids that a name or a number must not be taken for. */
interface Named {
  readonly name: string | null | undefined;
  /** The id to show without a name. */
  readonly partnerId: string | null | undefined;
  readonly partnerIds: ShownIds['own'];
  readonly payableId: string | null;
  readonly number: string | null | undefined;
  readonly bankId?: string;
}

export function describeParties(
  { name, partnerId, partnerIds, payableId, number, bankId }: Named,
  { name: nameText, invoice, word }: Wording = inTerminal,
): Pick<MovementText, 'payee' | 'subject'> {
  const payee = name
    ? nameText(name, { own: partnerIds, others: [payableId, bankId] })
    : word(partnerId ?? 'a payee without a name');
  if (payableId === null) return { payee, subject: '' };
  const shown = { own: [payableId], others: [...partnerIds, bankId] };
  const subject = number
    ? cuttable` for invoice ${invoice(number, payableId, shown)}`
    : cuttable` for payable ${word(payableId)}`;
  return { payee, subject };
}

/** Describes a movement in parts. `now` is the service's clock; `undefined` if it is not known. */
export function describeMovement(
  { kind, cents, payee, payableId, payable, bankId, ...movement }: KnownMovement,
  now: Date | undefined,
  wording: Wording = inTerminal,
): MovementText {
  const { name, businessId, connectionId } = payee;
  const speed = movement.clearingSpeed === 'sameDay' ? 'same-day' : 'standard';
  const on = movement.scheduledDate ?? undefined;
  const title = speed === 'same-day' ? 'Same-day ACH' : 'Standard ACH';
  const named = {
    name,
    partnerId: businessId ?? connectionId,
    partnerIds: [businessId, connectionId],
    payableId,
    number: payable?.invoiceNumber,
    bankId,
  };
  return {
    amount: usd(cents),
    ...describeParties(named, wording),
    timing: on === undefined ? title : `${title} on ${wording.word(on)}${closedText(on)}`,
    estimate:
      kind === 'withdrawal' ? arrivalEstimateText(now) : settlementEstimateText({ speed, on }, now),
    due: payable?.dueDate ? dueText(payable.dueDate, { speed, on }, now) : null,
    memo: movement.note,
  };
}

const closedText = (on: string): string => {
  const text = closedDayText(on);
  return text === undefined ? '' : `. ${text}`;
};

/**
 * Describes the movements of a request for confirmation: payee, amount, invoice, bank account, speed and dates. Reads the
 * bank accounts, unless the one of the request is `known`.
 *
 * At most 20 of several movements are described one by one. Returns no lines if the movements are unknown.
 */
export async function describePrepared(
  context: MoneyPort,
  prepared: PreparedRequest,
  known?: BankAccount,
): Promise<readonly Cuttable[]> {
  if (prepared.unknownReason !== null) return [];
  const movements = prepared.known();
  const [first] = movements;
  if (!first) {
    return [cuttable`Cancel payment ${String(asRecord(prepared.params)['paymentId'])}`];
  }
  const banks = known ? [known] : await allBanks(context);
  const now = await context.serviceTime();
  const describe = (movement: KnownMovement) => linesOf(movement, banks, now);
  if (movements.length === 1) return describe(first);
  const cents = movements.reduce((sum, movement) => sum + movement.cents, 0);
  return [
    cuttable`Pay ${movements.length} payables, total ${usd(cents)}:`,
    ...movements.slice(0, MAX_SHOWN).map((it) => cuttable`  ${joinCuttable(describe(it), ', ')}`),
    ...(movements.length > MAX_SHOWN ? [cuttable`  and ${movements.length - MAX_SHOWN} more`] : []),
  ];
}

function linesOf(
  movement: KnownMovement,
  banks: readonly BankAccount[],
  now: Date | undefined,
): readonly Cuttable[] {
  const { amount, payee, subject, timing, estimate, due, memo } = describeMovement(movement, now);
  const bank = banks.find(({ id }) => id === movement.bankId);
  const account = bank ? bankText(bank) : movement.bankId;
  if (movement.kind === 'withdrawal') {
    return [cuttable`Withdraw ${amount} to ${account}${uncut(estimate)}`];
  }
  return [
    cuttable`Pay ${amount} to ${payee}${subject}`,
    cuttable`From ${account}`,
    cuttable`${timing}${uncut(estimate)}`,
    ...(due === null ? [] : [cuttable`${due}`]),
    ...(memo === null ? [] : [cuttable`Memo: ${memo}`]),
  ];
}
