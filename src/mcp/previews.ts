import { centsOf } from '../api/money.ts';
import type { NamedOperation } from '../api/operations/operations.ts';
import { type Payable, payable as payables } from '../api/operations/payable.ts';
import type { Context } from '../cli/context.ts';
import { shellWord } from '../cli/next-line.ts';
import { checkScheduledDate } from '../cli/payable/verify-scheduled.ts';
import { asRecord } from '../is-record.ts';
import { mapConcurrent } from '../map-concurrent.ts';
import { GuardError, type PreconditionError } from '../money/errors.ts';
import { type Approval, prepareApprovals } from '../money/gate/approvals.ts';
import { otherIdsOf } from '../money/gate/same-number.ts';
import { markLines } from '../money/marks/mark.ts';
import type { Stake } from '../money/port.ts';
import { usd } from '../render/money.ts';
import { createPreviewNames, type PreviewNames } from './preview-names.ts';
import { nameText, numberText, quotedText, wordText } from './preview-text.ts';
import type { ToolRequest } from './read-arguments.ts';

const CONCURRENCY = 8;

/** The effect of a call, read from the service as far as the request does not contain it. */
export interface Preview {
  /** The effect, with names, amounts and the last digits of accounts. A confirmation is bound to it and to the lines. */
  readonly sentence: string;
  readonly lines: readonly string[];
  /** Expected facts that may change while the preview is read. */
  readonly expected?: string;
  /** The money that is at stake; `undefined` if none is. */
  readonly stake?: Stake | undefined;
  /** The command by which a person does the same in a terminal. */
  readonly command?: string | undefined;
  readonly approval?: Approval | undefined;
  /** The reason why the service would refuse the call. */
  readonly refusal?: PreconditionError | undefined;
}

type PreviewOf = (fields: Fields, names: PreviewNames, context: Context) => Promise<Preview>;

type Fields = Readonly<Record<string, unknown>>;

export async function previewCall(
  op: NamedOperation,
  context: Context,
  { input, businessId }: ToolRequest,
): Promise<Preview> {
  const fields = {
    ...(businessId !== undefined && { businessId }),
    ...asRecord(input.params),
    ...asRecord(input.query),
    ...asRecord(input.body),
  };
  const describe = describedBy[op.id] ?? (async () => summarized(op, fields));
  return describe(fields, createPreviewNames(context), context);
}

const describedBy: Readonly<Record<string, PreviewOf>> = {
  'payable.approve': (fields, names, context) =>
    invoicePreview(fields, { names, context, verb: 'approves', isStaked: true }),
  'payable.decline': (fields, names, context) =>
    invoicePreview(fields, { names, context, verb: 'declines' }),
  'payable.cancel': (fields, names, context) =>
    invoicePreview(fields, { names, context, verb: 'cancels', isOwn: true }),
  'bank.connect': async (fields, names) => ({
    sentence: `${await names.business(textOf(fields['businessId']))} links bank account ${wordText(textOf(fields['accountId']))}, selected at the bank-linking provider.`,
    lines: [],
  }),
  'bank.connectManually': async (fields, names) => ({
    sentence: `${await names.business(textOf(fields['businessId']))} links bank account ${quotedText(textOf(fields['name']))}, ${accountText(fields)}.`,
    lines: [],
  }),
  'bank.verifyMicroDeposits': async (fields, names) => ({
    sentence: `${await accountOf(fields, names)} is verified with the amounts of its two micro-deposits.`,
    lines: [],
  }),
  'bank.setDefault': async (fields, names) => ({
    sentence: `${await accountOf(fields, names)} becomes the default bank account.`,
    lines: [],
  }),
  'bank.remove': async (fields, names) => ({
    sentence: `${await accountOf(fields, names)} is removed.`,
    lines: [],
  }),
};

interface InvoiceVerb {
  readonly names: PreviewNames;
  readonly context: Context;
  readonly verb: string;
  /** Whether the business sent the payable, and another one owes it. */
  readonly isOwn?: boolean;
  /** Whether the amount of the payable is at stake. */
  readonly isStaked?: boolean;
}

async function invoicePreview(
  fields: Fields,
  { names, context, verb, isOwn = false, isStaked = false }: InvoiceVerb,
): Promise<Preview> {
  const [businessId, payableId] = [textOf(fields['businessId']), textOf(fields['payableId'])];
  const found = await context.call(payables.get, { params: { businessId, payableId } });
  const cents = typeof found.amount === 'number' ? centsOf(found.amount) : null;
  if (isStaked && cents === null) {
    throw new GuardError(
      'amount_unknown',
      `The amount of payable ${payableId} is unknown. Nothing was sent.`,
    );
  }
  const [approval] = isStaked ? await prepareApprovals(context, businessId, [found]) : [];
  const { reason } = fields;
  return {
    sentence: `${await names.business(businessId)} ${verb} ${invoiceText(found, cents, isOwn)}.`,
    lines: [
      ...(typeof reason === 'string' ? [`Reason: ${quotedText(reason)}`] : []),
      ...idLines(found, isOwn),
      ...markLines(approval?.marks ?? []),
    ],
    ...(isStaked && {
      stake: { cents },
      approval,
      command: `remit payable approve ${shellWord(payableId)}`,
    }),
  };
}

/** Names what names alone do not tell apart: the payable, and the other business with its connection. */
function idLines(it: Payable, isOwn: boolean): readonly string[] {
  const partner = isOwn ? it.payerBusinessId : (it.senderBusinessId ?? it.businessId);
  const ids = [partner, it.connectionId].filter((id) => typeof id === 'string').map(wordText);
  return [
    `Payable: ${wordText(it.id)}`,
    ...(ids.length > 0 ? [`${isOwn ? 'Payer' : 'Payee'}: ${ids.join(', ')}`] : []),
  ];
}

function invoiceText(found: Payable, cents: number | null, isOwn: boolean): string {
  const { id, invoiceNumber, dueDate, payeeName, payerName } = found;
  const partner = isOwn ? payerName : payeeName;
  const ids = otherIdsOf(found);
  return [
    invoiceNumber
      ? `invoice ${numberText(invoiceNumber, { own: [id], others: ids })}`
      : `payable ${wordText(id)}`,
    cents === null ? '' : ` of ${usd(cents)}`,
    partner ? ` ${isOwn ? 'to' : 'from'} ${nameText(partner, { own: ids, others: [id] })}` : '',
    dueDate ? `, due ${wordText(dueDate)}` : '',
  ].join('');
}

/** Returns the bank account of a call as the beginning of a sentence, with the business that it belongs to. */
async function accountOf(fields: Fields, names: PreviewNames): Promise<string> {
  const id = textOf(fields['fundingSourceId']);
  const owner = await names.ownerOf(id);
  const account = `Bank account ${await names.bank(id, owner)}`;
  return owner === undefined ? account : `${account} of ${await names.business(owner)}`;
}

/** Returns the last four digits of the numbers of a new account; none of a number too short to hide the others. */
function accountText({ accountType, routingNumber, accountNumber }: Fields): string {
  const endOf = (name: string, number: string) =>
    number.length < 8 ? [] : [`${name} ending in ${wordText(number.slice(-4))}`];
  return [
    wordText(textOf(accountType)),
    ...endOf('routing number', textOf(routingNumber)),
    ...endOf('account number', textOf(accountNumber)),
  ].join(', ');
}

/** Describes any other call by the summary of its operation and the fields of its request. */
const summarized = ({ summary }: NamedOperation, fields: Fields): Preview => ({
  sentence: `${summary}.`,
  lines: Object.entries(fields)
    .filter(([name]) => name !== 'token')
    .map(([name, value]) => `${name}: ${valueText(value)}`),
});

const valueText = (value: unknown): string =>
  typeof value === 'string' ? wordText(value) : quotedJson(value);

const quotedJson = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : quotedText(JSON.stringify(value));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns warnings about payments that were requested for a date and may be made now. */
export async function paymentWarnings(
  context: Context,
  { id }: NamedOperation,
  request: ToolRequest,
  answer: unknown,
): Promise<readonly string[]> {
  const { body } = request.input;
  const orders = id === 'pay.initiate' ? [body] : id === 'pay.bulkInitiate' ? paymentsIn(body) : [];
  const created = id === 'pay.initiate' ? [answer] : paymentsIn(answer);
  const estimates = await mapConcurrent(orders, CONCURRENCY, async (order) => {
    const { payableId, scheduledDate: on } = asRecord(order);
    if (typeof payableId !== 'string' || typeof on !== 'string') return undefined;
    const paymentId = paymentOf(payableId, created);
    const businessId = request.businessId ?? context.business();
    return checkScheduledDate(context, { businessId, payableId, paymentId, on });
  });
  return estimates.filter((found) => found !== undefined);
}

/** Returns the service's own record, with `warnings` added if there are any. */
export const withWarnings = (record: unknown, warnings: readonly string[]): unknown =>
  warnings.length === 0 ? record : { ...asRecord(record), warnings };

const paymentsIn = (value: unknown): readonly unknown[] => {
  const { payments } = asRecord(value);
  return Array.isArray(payments) ? payments : [];
};

/** Returns the id of the payment of a payable. The response to one payment need not name its payable. */
function paymentOf(payableId: string, created: readonly unknown[]): string | undefined {
  const payments = created.map(asRecord);
  const single = payments.length === 1 ? payments[0] : undefined;
  const { paymentId } =
    payments.find((payment) => payment['payableId'] === payableId) ?? single ?? {};
  return typeof paymentId === 'string' ? paymentId : undefined;
}
