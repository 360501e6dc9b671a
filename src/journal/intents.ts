import { createHash } from 'node:crypto';
import { parseAmount } from '../contract/money.ts';
import { type Journaled, journaled, type KeyPart } from './journaled.ts';

/** What is about to be sent, as far as the journal keeps it: ids and cents, never bodies, names or numbers of accounts. */
export interface IntentDraft {
  readonly operation: string;
  readonly origin: string;
  /** Two drafts with the same key are the same thing; null where nothing says so. */
  readonly naturalKey: string | null;
  readonly businessId: string | null;
  readonly payableId: string | null;
  readonly connectionId: string | null;
  readonly paymentId: string | null;
  readonly cents: number | null;
  /** Null where the body holds a secret that its hash would give away. */
  readonly bodyHash: string | null;
  readonly fundingSourceId: string | null;
  /** The payables of a batch. */
  readonly payableIds?: readonly string[];
}

export interface IntentInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * The draft of a request to `origin`; null for an operation that the journal does not keep. Members are read as they
 * come, since a raw call may send anything: amounts in dollars as number or text, ids missing.
 */
export function intentOf(
  operation: string,
  input: IntentInput,
  origin: string,
): IntentDraft | null {
  const kind = journaled[operation];
  if (!kind) return null;
  const members = { ...record(input.body), ...record(input.query), ...record(input.params) };
  const batch = batchIn(members['payments']);
  const parts = partsOf(kind, members) ?? (kind.money ? [wholeOf(input)] : null);
  return {
    operation,
    origin,
    naturalKey: parts && sha256(JSON.stringify([origin, operation, ...parts])),
    businessId: idIn(members['businessId']),
    payableId: idIn(members['payableId']),
    connectionId: idIn(members['connectionId']),
    paymentId: idIn(members['paymentId']),
    cents: centsIn(members['amount']),
    bodyHash: kind.secret ? null : sha256(canonical(input.body)),
    fundingSourceId: idIn(members['fundingSourceId']),
    ...(batch && { payableIds: batch }),
  };
}

type Members = Readonly<Record<string, unknown>>;
type Part = string | number;

/** The parts of a natural key, all of them or null. */
function partsOf({ key = [] }: Journaled, members: Members): readonly Part[] | null {
  const parts = key.map((it) => read[it](members)).filter((it) => it !== null);
  return parts.length > 0 && parts.length === key.length ? parts : null;
}

const read: Readonly<Record<KeyPart, (members: Members) => Part | null>> = {
  businessId: (it) => idIn(it['businessId']),
  payableId: (it) => idIn(it['payableId']),
  connectionId: (it) => idIn(it['connectionId']),
  paymentId: (it) => idIn(it['paymentId']),
  fundingSourceId: (it) => idIn(it['fundingSourceId']),
  invoiceNumber: (it) => textIn(it['invoiceNumber']),
  cents: (it) => centsIn(it['amount']),
  rows: (it) => payablesIn(it['payments']),
};

/**
 * What a batch pays, in an order that does not matter. From which account, how fast and when is left out, as with one
 * payment: a batch in doubt must not be paid again by changing its date.
 */
const payablesIn = (payments: unknown): string | null =>
  batchIn(payments)?.toSorted().join('\n') ?? null;

/** The payables of a batch, in its order; null unless each of them says which. */
function batchIn(payments: unknown): readonly string[] | null {
  if (!Array.isArray(payments) || payments.length === 0) return null;
  const ids = payments.map((it) => idIn(record(it)['payableId'])).filter((it) => it !== null);
  return ids.length === payments.length ? ids : null;
}

const wholeOf = ({ params, query, body }: IntentInput) =>
  canonical([params ?? null, query ?? null, body ?? null]);

const idIn = (value: unknown): string | null => {
  const text = textIn(value);
  return text !== null && /^[A-Za-z0-9_.:-]{1,128}$/.test(text) ? text : null;
};

function textIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).trim() || null;
}

const centsIn = (value: unknown): number | null => parseAmount(textIn(value) ?? '') ?? null;

/** JSON that does not depend on the order of members. */
function canonical(value: unknown): string {
  const sorted = (_: string, it: unknown) =>
    isRecord(it) ? Object.fromEntries(Object.entries(it).sort(byName)) : it;
  return JSON.stringify(value ?? null, sorted);
}

const byName = ([one]: [string, unknown], [two]: [string, unknown]) => (one < two ? -1 : 1);

const record = (value: unknown): Members => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
