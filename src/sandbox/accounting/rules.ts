import type { AccountingFields, EntityType } from '../../contract/accounting-records.ts';
import { invalid } from '../context/validation.ts';

/** Where a browser may be sent with a code: https, or http on this very machine. Throws `Refused` (422). */
export function readRedirectUri(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.hash === '';
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && local.includes(url.hostname));
  if (isPlain && isSafe) return text;
  throw invalid(
    'invalid_redirect_uri',
    'redirectUri',
    'redirectUri must be an https address, or an http address of this machine, without user or fragment.',
  );
}

const local: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Which field of a payable becomes which field of a bill, as the service maps them. */
export const invoiceFields: readonly AccountingFields[] = [
  field('invoiceNumber', 'DocNumber'),
  field('amount', 'TotalAmt', true),
  field('dueDate', 'DueDate'),
  field('memo', 'PrivateNote'),
  field('connectionId', 'VendorRef', true),
  field('lineItems', 'Line'),
  field('createdAt', 'TxnDate', true),
];

function field(payableField: string, accountingField: string, required = false): AccountingFields {
  return { payableField, accountingField, direction: 'push', required };
}

/** What became of one item of a sync. */
export type ItemOutcome =
  | { readonly entityId: string; readonly did: 'created' | 'updated' | 'skipped' }
  | { readonly entityId: string; readonly code: string; readonly message: string };

/** What became of all items of one kind. */
export interface EntityOutcome {
  readonly entityType: EntityType;
  readonly items: readonly ItemOutcome[];
}

/** The counts, the errors and the state of a sync that ran to its end: partial as soon as one item failed. */
export function summaryOf(outcomes: readonly EntityOutcome[]) {
  const results = Object.fromEntries(
    outcomes.map(({ entityType, items }) => [entityType, countsOf(items)]),
  );
  const errors = outcomes.flatMap(({ entityType, items }) =>
    items.flatMap((it) =>
      'code' in it
        ? [{ entityType, entityId: it.entityId, code: it.code, message: it.message }]
        : [],
    ),
  );
  return { status: errors.length > 0 ? 'partial' : 'completed', results, errors } as const;
}

function countsOf(items: readonly ItemOutcome[]) {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const it of items) counts['did' in it ? it.did : 'failed'] += 1;
  return counts;
}
