import { retryRuleOf } from '../../api/ach/return-rules.ts';
import { type Activity, type Payable, payable } from '../../api/operations/payable.ts';
import { isPaymentCancellable, isPaymentInFlight } from '../../api/payment-phase.ts';
import type { Context } from '../../cli/context.ts';
import { allOf } from '../../cli/list/arrange-records.ts';
import { nextLine } from '../../cli/next-line.ts';
import { failureFields } from '../../cli/payable/failure-fields.ts';
import { activityTerminalColumns } from '../../cli/payable/payable-columns.ts';
import { isRecord } from '../../is-record.ts';
import { directionOf } from '../../money/gate/describe-payable.ts';
import { allBanks, describeBank } from '../../money/gate/funding-source.ts';
import { otherSection, type Section, sectionFields } from '../../render/sections.ts';
import type { TerminalColumn } from '../../render/view.ts';
import { readOptional } from '../../runtime/read-optional.ts';

const LOG_ENTRIES = 5;

/** A payment as the journal of this machine sent it. */
interface SentPayment {
  readonly paymentId: string | null;
  /** The bank account in words, or its id. */
  readonly account: string | null;
  readonly speed: string | null;
}

/** Returns all that is known about a payable, in sections; reads its log, and from where it was paid. */
export async function payableSections(context: Context, it: Payable): Promise<readonly Section[]> {
  const businessId = context.business();
  const sent = await sentPayment(context, it);
  const log = await readOptional(context, 'The activity log', () =>
    allOf<Activity>(
      context.records(payable.activity, { params: { businessId, payableId: it.id } }),
    ),
  );
  const { lineItems, attachments } = it;
  return [
    { title: 'Invoice', fields: invoiceFields(it, businessId) },
    { title: 'Payee and payer', fields: partyFields(it, businessId) },
    {
      title: 'Lines',
      table: { columns: lineColumns, rows: lineItems ?? [] },
    },
    { title: 'Attachments', lines: attachmentLines(attachments ?? []) },
    {
      title: 'Dates',
      fields: sectionFields(it, ...DATES.map((path) => `${path}At:time=${titled(path)}`)),
    },
    { title: 'Payment', fields: paymentFields(it, sent) },
    failureSection(it),
    logSection(log ?? []),
    otherSection(it, SHOWN.concat(repeatedIds(it))),
    {
      title: 'Next',
      commands: nextCommands(it, businessId).map((line) => nextLine(line, context.system.argv)),
    },
  ];
}

/** Returns a line for each file: its reference, or what the service shows of it, such as name and URL. */
function attachmentLines(attachments: readonly unknown[]): readonly string[] {
  const lines = attachments.map((one) =>
    (isRecord(one) ? Object.values(one) : [one]).map(attachmentText).join('  '),
  );
  if (lines.length === 0 || lines.some((line) => line.includes('://'))) return lines;
  return [
    ...lines,
    "Files are opened in the service's own application: the API has no operation to download them.",
  ];
}

const attachmentText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const logSection = (log: readonly Activity[]): Section => ({
  title: log.length > LOG_ENTRIES ? `Log, last ${LOG_ENTRIES} entries` : 'Log',
  table: { columns: activityTerminalColumns, rows: log.slice(-LOG_ENTRIES) },
  lines: log.some(({ type }) => type === 'comment')
    ? ["Comments are written in the service's own application: the API has no operation for them."]
    : [],
});

const DATES = ['created', 'submitted', 'approved', 'declined', 'cancelled', 'paid', 'updated'];

const SHOWN = [
  ...['id', 'invoiceNumber', 'status', 'amount', 'currency', 'dueDate', 'memo', 'declineReason'],
  ...['direction', 'connectionId', 'paymentLinkStatus', 'payeeName', 'payerName', 'lineItems'],
  ...['senderBusinessId', 'payerBusinessId', 'attachments', ...DATES.map((path) => `${path}At`)],
  ...['activePaymentId', 'paymentStatus', 'scheduledDate', 'estimatedSettlementDate'],
  ...['paymentId', 'status', 'code', 'reason', 'at', 'fundingSourceId'].map(
    (name) => `lastPaymentFailure.${name}`,
  ),
];

/** Returns further names under which services send ids that are shown. */
const repeatedIds = (it: Payable): string[] => [
  ...(it['payableId'] === it.id ? ['payableId'] : []),
  ...(it.businessId === it.senderBusinessId ? ['businessId'] : []),
];

function invoiceFields(it: Payable, businessId: string) {
  const direction = directionOf(it, businessId);
  const meaning = { received: 'received, to pay', sent: 'sent, to be paid' }[direction ?? ''];
  return [
    ...sectionFields(
      it,
      'invoiceNumber=Number',
      'id',
      'status:state',
      'amount:money',
      'currency',
      'dueDate:date=Due',
      'memo',
      'declineReason=Decline reason',
    ),
    { label: 'Direction', kind: 'text' as const, value: meaning ?? direction },
    ...sectionFields(it, 'connectionId=Connection', 'paymentLinkStatus:state=Payment link'),
  ];
}

function partyFields(it: Payable, businessId: string) {
  const sides = [
    ['Payee', it.payeeName, it.senderBusinessId],
    ['Payer', it.payerName, it.payerBusinessId],
  ] as const;
  return sides.map(([label, name, id]) => {
    const ids = [id, id === businessId ? 'you' : undefined].filter(Boolean).join(', ');
    const known = name && ids ? `${name} (${ids})` : name || ids;
    return { label, kind: 'text' as const, value: known };
  });
}

const lineColumns: readonly TerminalColumn[] = [
  { key: 'description', kind: 'prose' },
  { key: 'quantity', kind: 'number' },
  { key: 'unitPrice', kind: 'money' },
  { key: 'total', kind: 'money' },
];

function paymentFields(it: Payable, sent: SentPayment | undefined) {
  if (!it.activePaymentId && !it.paymentStatus && !sent) return [];
  const speed = sent?.speed === 'sameDay' ? 'same-day ACH' : sent?.speed && 'standard ACH';
  return [
    {
      label: 'Payment',
      kind: 'text' as const,
      value: it.activePaymentId ?? (it.paymentStatus === 'COMPLETED' ? sent?.paymentId : undefined),
    },
    ...sectionFields(it, 'paymentStatus:state=Status'),
    { label: 'From', kind: 'text' as const, value: sent?.account },
    { label: 'Speed', kind: 'text' as const, value: speed },
    ...sectionFields(
      it,
      'scheduledDate:date=Scheduled for',
      'estimatedSettlementDate:date=Estimated settlement',
    ),
  ];
}

/** Returns the account and the speed of the newest payment that this machine sent for a payable. */
async function sentPayment(context: Context, { id }: Payable): Promise<SentPayment | undefined> {
  const { origin } = context.destination();
  const transfers = await (await context.journal()).listAppliedTransfers();
  const sent = transfers.find(
    (one) => one.origin === origin && one.payables.some(({ payableId }) => payableId === id),
  );
  if (!sent) return undefined;
  const { fundingSourceId, clearingSpeed } = sent;
  const paid = sent.payables.find(({ payableId }) => payableId === id);
  const banks = fundingSourceId
    ? await readOptional(context, 'The name of the bank account', () => allBanks(context))
    : undefined;
  const account = banks?.find((one) => one.id === fundingSourceId);
  return {
    paymentId: paid?.paymentId ?? sent.paymentId,
    account: account ? `${describeBank(account)} (${account.id})` : fundingSourceId,
    speed: clearingSpeed,
  };
}

/** Returns how the last payment failed, was returned or cancelled. */
const failureSection = ({ lastPaymentFailure: failure }: Payable): Section => ({
  title: `${titled((failure?.status ?? 'failed').toLowerCase())} payment`,
  fields: failure
    ? [
        ...sectionFields(failure, 'paymentId=Payment', 'at:time=On'),
        ...failureFields(failure.code, failure.reason),
      ]
    : [],
});

/** Returns the commands that can come next, the most likely one first. */
function nextCommands(it: Payable, businessId: string): readonly string[] {
  const isSent = directionOf(it, businessId) === 'sent';
  if (isPaymentInFlight(it)) return nextInFlight(it, isSent);
  return (isSent ? nextAsPayee : nextAsPayer)[it.status ?? '']?.(it) ?? [];
}

function nextInFlight(it: Payable, isSent: boolean) {
  const { id, activePaymentId } = it;
  const wait = `remit wait payable ${id} --for PAID`;
  return activePaymentId && isPaymentCancellable(it) && !isSent
    ? [wait, `remit pay cancel ${activePaymentId} --payable ${id}`]
    : [wait];
}

type NextByStatus = Readonly<Record<string, (it: Payable) => readonly string[]>>;

const remind = ({ id }: Payable) => [`remit payable remind ${id}`];

const nextAsPayee: NextByStatus = {
  DRAFT: ({ id }) => [`remit payable submit ${id}`],
  SUBMITTED: remind,
  APPROVED: remind,
};

const nextAsPayer: NextByStatus = {
  SUBMITTED: ({ id }) => [
    `remit payable approve ${id}`,
    `remit payable decline ${id} --reason <text>`,
  ],
  APPROVED: ({ id, lastPaymentFailure }) => {
    const { code, paymentId } = lastPaymentFailure ?? {};
    const rule = retryRuleOf(code);
    const pay = `remit pay initiate ${id}`;
    if (rule === undefined) return [pay];
    const needsAuthorization = rule === 'newAuthorization' || rule === 'corrected';
    return [
      ...(rule === 'twice' ? [pay] : [`${pay} --bank <bank>`]),
      ...(needsAuthorization && paymentId
        ? [`${pay} --reauthorized ${paymentId} --reason <text>`]
        : []),
      `remit explain ${code}`,
    ];
  },
};

const titled = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
