import type { Activity, Payable } from '../../../api/operations/payable.ts';
import { asRecord, isRecord } from '../../../is-record.ts';
import { effectiveOutcome } from '../../../money/journal/intent.ts';
import type { IntentHistory } from '../../../money/journal/intent-history.ts';
import type { toPlanView } from '../../../money/runs/plan-view.ts';
import { centsIn, usd } from '../../../render/money.ts';
import { sanitize, sanitizeInline } from '../../../render/sanitize.ts';

/** A plan file that is part of the evidence. */
export interface EvidencePlan {
  readonly name: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly view: Awaited<ReturnType<typeof toPlanView>>;
}

interface SummaryFacts {
  readonly payable: Payable;
  readonly log: readonly Activity[];
  /** Oldest first. */
  readonly intents: readonly IntentHistory[];
  readonly plans: readonly EvidencePlan[];
  /** The names of the files that it describes. */
  readonly names: readonly string[];
}

/** Returns the plan and the batch by which a request was sent; `undefined` if it was not part of a payment run. */
export function planBatchOf({
  history,
}: IntentHistory): { readonly plan: string; readonly batch: number } | undefined {
  const plan = history[0]?.['plan'];
  const batch = history[0]?.['batch'];
  return typeof plan === 'string' && typeof batch === 'number' ? { plan, batch } : undefined;
}

/** Returns the summary. Text of others is sanitized, and cannot start a line. */
export function summaryText({ payable, log, intents, plans, names }: SummaryFacts): string {
  const title = `Evidence of payable ${shown(payable.id)}`;
  return [
    [title, '='.repeat(title.length)],
    fields(payable),
    ['Activity log of the service (activity-log.json)', ...log.map(activityLine)],
    ...log.flatMap(authorizationLines),
    [
      'Requests in the journal (journal.json)',
      ...(intents.length === 0 ? ['  none: nothing was sent for it from here'] : []),
      ...intents.flatMap(intentLines),
    ],
    ...(plans.length === 0 ? [] : [['Payment runs', ...plans.flatMap(planLines)]]),
    [
      'Files',
      ...[...names, 'manifest.json', 'SHA256SUMS'].map((it) => `  ${it}: ${describeFile(it)}`),
    ],
    [
      'To verify that no file was changed: sha256sum -c SHA256SUMS',
      '(or: shasum -a 256 -c SHA256SUMS). Keep the hash of SHA256SUMS elsewhere.',
      'To compare with the journal: remit journal verify --evidence journal-entries.json',
    ],
  ]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? sanitize(sanitizeInline(value)) : '';

function fields(it: Payable): readonly string[] {
  const cents = centsIn(it.amount);
  const failure = it.lastPaymentFailure;
  const failed = [failure?.status, failure?.code, failure?.reason, failure?.at, failure?.paymentId];
  const rows: readonly (readonly [string, unknown])[] = [
    ['Invoice', it.invoiceNumber],
    ['Amount', cents === undefined ? undefined : usd(cents)],
    ['Payee', named(it.payeeName, it.senderBusinessId)],
    ['Payer', named(it.payerName, it.payerBusinessId)],
    ['Connection', it.connectionId],
    ['Status', it.status],
    ['Due', it.dueDate],
    ['Created', it.createdAt],
    ['Submitted', it.submittedAt],
    ['Approved', it.approvedAt],
    ['Paid', it.paidAt],
    ['Payment', [it.activePaymentId, it.paymentStatus].filter(Boolean).join(' ')],
    ['Last failure', failed.filter(Boolean).join(' ')],
    ['Memo', it.memo],
  ];
  return rows.flatMap(([name, value]) => {
    const text = shown(value);
    return text === '' ? [] : [`${name.padEnd(14)}${text}`];
  });
}

const named = (name: string | null | undefined, id: string | null | undefined): string =>
  [name, id && `(${id})`].filter(Boolean).join(' ');

function activityLine({ createdAt, type, message, actor, metadata }: Activity): string {
  const by = typeof actor?.['name'] === 'string' ? `by ${actor['name']}` : '';
  const entry = [metadata?.['secCode'], metadata?.['companyEntryDescription']].map(shown);
  const parts = [createdAt, type, message, metadata?.paymentId, by, entry.join(' ').trim()];
  return `  ${parts.map(shown).filter(Boolean).join('  ')}`;
}

/** Returns the text that the payer agreed to, as a section; empty for any other entry. */
function authorizationLines({ metadata }: Activity): readonly (readonly string[])[] {
  const authorization = metadata?.['authorization'];
  if (!isRecord(authorization) || typeof authorization['text'] !== 'string') return [];
  const { text, authorizedAt, payerName, payerEmail, account, amount, address } = authorization;
  const from = shown(address) === '' ? '' : `from ${shown(address)}`;
  const by = [authorizedAt, payerName, payerEmail]
    .map(shown)
    .concat(from)
    .filter(Boolean)
    .join('  ');
  const cents = centsIn(amount);
  const debit = [cents === undefined ? '' : usd(cents), 'from', shown(account)];
  return [
    [
      `Authorization of the debit: ${by}`,
      ...(shown(account) === '' ? [] : [`  ${debit.filter(Boolean).join(' ')}`]),
      ...text.split('\n').map((it) => `  ${shown(it)}`),
    ],
  ];
}

/** Reports whether the outcome of a request is unknown, and nobody has resolved it. */
export const isUnresolved = (intent: IntentHistory): boolean =>
  ['unknown', 'sending'].includes(effectiveOutcome(intent));

function intentLines(it: IntentHistory): readonly string[] {
  const amount = it.amount === null ? [] : [usd(centsIn(it.amount) ?? 0)];
  const payment = it.paymentId === null ? [] : [`payment ${it.paymentId}`];
  const head = [it.id, it.operation, it.outcome, ...amount, ...payment];
  const batch = planBatchOf(it);
  return [
    `  ${head.map(shown).join('  ')}`,
    ...reauthorizationOf(it),
    ...(batch ? [`    by payment run ${batch.plan}, batch ${batch.batch}`] : []),
    ...(isUnresolved(it) ? ['    ITS OUTCOME IS UNKNOWN: it may have been applied'] : []),
    ...it.history.map(({ at, event, note, requestId }) => {
      const request = typeof requestId === 'string' ? `request ${requestId}` : '';
      return `    ${[at, event, request, note].map(shown).filter(Boolean).join('  ')}`;
    }),
  ];
}

/** Returns the line of the new authorization that a request was sent with. */
function reauthorizationOf({ history }: IntentHistory): readonly string[] {
  const { reauthorized, reauthorizedReason } = asRecord(history[0]?.['before']);
  return typeof reauthorized === 'string'
    ? [
        `    authorized again after the return of ${shown(reauthorized)}: ${shown(reauthorizedReason)}`,
      ]
    : [];
}

function planLines({ name, view }: EvidencePlan): readonly string[] {
  const total = usd(centsIn(view.total) ?? 0);
  const made = [view.createdAt, view.madeBy && `by ${view.madeBy}`].map(shown).filter(Boolean);
  return [
    `  ${name}: plan ${view.hash}, unchanged since it was made${made.length > 0 ? ` ${made.join(' ')}` : ''}`,
    `    ${view.payments} payments, ${total}`,
    ...view.signatures.map(
      ({ role, person, at, standing }) =>
        `    signature of ${shown(person)} as ${role}, ${shown(at)}: ${standing}`,
    ),
    ...(view.signatures.length === 0 ? ['    no signatures'] : []),
  ];
}

export const describeFile = (name: string): string =>
  descriptions[name] ?? 'plan of a payment run with its signatures';

const descriptions: Readonly<Record<string, string>> = {
  'README.txt': 'summary for people',
  'payable.json': 'record of the service',
  'activity-log.json': 'activity log of the service',
  'journal.json': 'requests with outcomes and verdicts',
  'journal-entries.json': 'their entries in the chain of the journal, as they are hashed',
  'manifest.json': 'service, time, program, sizes and sums',
  SHA256SUMS: 'SHA-256 of each file, for sha256sum',
};
