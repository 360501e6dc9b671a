import { centsOf, dollarsText } from '../api/money.ts';
import { business } from '../api/operations/business.ts';
import type { Context } from '../cli/context.ts';
import { shellWord } from '../cli/next-line.ts';
import { asRecord } from '../is-record.ts';
import { describeMovement, MAX_SHOWN, type Wording } from '../money/gate/describe.ts';
import type { KnownMovement, PreparedRequest } from '../money/gate/prepare.ts';
import { findRefusal } from '../money/gate/refusals.ts';
import { findUncovered } from '../money/gate/withdrawal-amount.ts';
import { markLines } from '../money/marks/mark.ts';
import { usd } from '../render/money.ts';
import { createPreviewNames, type PreviewNames } from './preview-names.ts';
import { nameText, numberText, quotedText, wordText } from './preview-text.ts';
import type { Preview } from './previews.ts';

const quoted: Wording = {
  name: nameText,
  invoice: (number, _, shown) => numberText(number, shown),
  word: wordText,
};

/** Describes the money that a prepared request would move: who pays whom how much, from which bank account. */
export async function previewMoney(context: Context, prepared: PreparedRequest): Promise<Preview> {
  const names = createPreviewNames(context);
  const movements = prepared.known();
  const [first] = movements;
  if (!first) return previewCancellation(context, prepared, names);
  const stake = { cents: sumOf(movements), isRun: movements.length > 1 };
  if (first.kind === 'withdrawal') {
    return { ...(await previewWithdrawal(context, prepared, first)), stake };
  }
  const facts = { prepared, names, now: await context.serviceTime() };
  const refusal = findRefusal(prepared);
  const command = movements.length === 1 ? commandFor(first) : 'remit pay bulk --file <file>';
  const described =
    movements.length === 1 ? await describeOne(first, facts) : await describeMany(movements, facts);
  const marks = (await (await context.payments()).marksOf(prepared)).flat();
  const lines = [...described.lines, ...markLines(marks)];
  return { ...described, lines, stake, refusal, command };
}

interface Facts {
  readonly prepared: PreparedRequest;
  readonly names: PreviewNames;
  /** The service's clock; `undefined` if it is not known. */
  readonly now: Date | undefined;
}

async function describeOne(
  movement: KnownMovement,
  facts: Facts,
): Promise<Pick<Preview, 'sentence' | 'lines' | 'expected'>> {
  const { names, now } = facts;
  const payerId = await payerOf(movement, facts);
  const payer = await names.business(payerId);
  const { amount, payee, subject, timing, estimate, due, memo } = describeMovement(
    movement,
    now,
    quoted,
  );
  const expected = [estimate.replace(/^, /, ''), due?.replace('Due', 'due') ?? '']
    .filter((text) => text !== '')
    .join('; ');
  return {
    sentence: `${payer} pays ${payee} ${amount}${subject} from ${await names.bank(movement.bankId, payerId)}.`,
    lines: [timing, ...(memo === null ? [] : [`Memo: ${quotedText(memo)}`])],
    ...(expected !== '' && { expected }),
  };
}

async function describeMany(
  movements: readonly KnownMovement[],
  { prepared, names, now }: Facts,
): Promise<Pick<Preview, 'sentence' | 'lines'>> {
  const rest = movements.slice(MAX_SHOWN);
  const { businessId = '' } = prepared;
  const payer = await names.business(businessId);
  const banks = [...new Set(movements.map(({ bankId }) => bankId))];
  const from =
    banks.length === 1
      ? await names.bank(banks[0] ?? '', businessId)
      : `${banks.length} bank accounts`;
  const rows = await Promise.all(
    movements.slice(0, MAX_SHOWN).map(async (movement, at) => {
      const bank =
        banks.length === 1 ? '' : ` from ${await names.bank(movement.bankId, businessId)}`;
      const { amount, payee, subject, timing } = describeMovement(movement, now, quoted);
      return `${at + 1}. ${payee} ${amount}${subject}${bank}, ${timing}`;
    }),
  );
  return {
    sentence: `${payer} makes ${movements.length} payments to ${payeesText(movements)}, ${usd(sumOf(movements))} in total, from ${from}.`,
    lines: [
      ...rows,
      ...(rest.length > 0 ? [`and ${rest.length} more, ${usd(sumOf(rest))} in total`] : []),
    ],
  };
}

function payeesText(movements: readonly KnownMovement[]): string {
  const [first] = movements;
  // Two payees may have the same name.
  const payees = new Set(
    movements.map(({ payee }) => payee.businessId ?? payee.connectionId ?? payee.name),
  );
  return payees.size === 1 && first
    ? String(describeMovement(first, undefined, quoted).payee)
    : `${payees.size} payees`;
}

async function previewWithdrawal(
  context: Context,
  prepared: PreparedRequest,
  movement: KnownMovement,
): Promise<Preview> {
  const { cents, bankId } = movement;
  const businessId = String(asRecord(prepared.params)['businessId']);
  const { available } = await context.call(business.balance, { params: { businessId } });
  const names = createPreviewNames(context);
  return {
    sentence: `${await names.business(businessId)} withdraws ${usd(cents)} from its balance to ${await names.bank(bankId, businessId)}.`,
    lines: [],
    expected: `available balance ${usd(centsOf(available))}${describeMovement(movement, await context.serviceTime()).estimate}`,
    command: `remit business withdraw ${businessId} --amount ${dollarsText(cents)} --bank ${shellWord(bankId)}`,
    refusal: findUncovered(cents, available),
  };
}

async function previewCancellation(
  context: Context,
  { params, businessId = '' }: PreparedRequest,
  names: PreviewNames,
): Promise<Preview> {
  const paymentId = String(asRecord(params)['paymentId']);
  const journal = await context.journal();
  const known = (await journal.listPayments(context.destination())).find(
    (payment) => payment.paymentId === paymentId,
  );
  const amount = known?.cents ? ` of ${usd(known.cents)}` : '';
  const payable = known?.payableId ? ` for payable ${wordText(known.payableId)}` : '';
  return {
    sentence: `${await names.business(known?.businessId ?? businessId)} cancels payment ${wordText(paymentId)}${amount}${payable}.`,
    lines: [],
  };
}

/** Returns the id of the payer: the business that owes the payables, or else the owner of the bank account. */
async function payerOf(
  { payableId, bankId }: KnownMovement,
  { prepared: { businessId = '' }, names }: Facts,
): Promise<string> {
  const owner = payableId === null ? await names.ownerOf(bankId) : undefined;
  return owner ?? businessId;
}

const sumOf = (movements: readonly KnownMovement[]): number =>
  movements.reduce((sum, { cents }) => sum + cents, 0);

function commandFor({
  payableId,
  payee,
  cents,
  bankId,
  clearingSpeed,
  scheduledDate,
}: KnownMovement) {
  const words =
    payableId === null
      ? ['remit pay quick', shellWord(payee.connectionId ?? ''), '--amount', dollarsText(cents)]
      : ['remit pay initiate', shellWord(payableId)];
  return [
    ...words,
    `--bank ${shellWord(bankId)}`,
    ...(clearingSpeed === 'sameDay' ? ['--speed same-day'] : []),
    ...(scheduledDate === null ? [] : [`--on ${shellWord(scheduledDate)}`]),
  ].join(' ');
}
