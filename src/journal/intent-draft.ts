import { createHash } from 'node:crypto';
import { parseAmount } from '../contract/money.ts';
import type { Destination } from './destination.ts';
import { type JournalRule, journalRules, type KeyPart, UNMATCHED } from './journaled-operations.ts';

/** What is about to be sent, as far as the journal keeps it: ids and cents, never bodies, names or numbers of accounts. */
export interface IntentDraft extends Destination {
  readonly operation: string;
  /** Two drafts with the same key are the same thing. */
  readonly naturalKey: string;
  /** What the key is the hash of, beside environment and operation: rows of other roots are found by it. Never kept. */
  readonly keyParts: readonly NaturalKeyPart[];
  /** Whether nothing but the whole request tells it from others. */
  readonly isWholeRequest: boolean;
  readonly businessId: string | null;
  readonly payableId: string | null;
  readonly connectionId: string | null;
  readonly paymentId: string | null;
  readonly cents: number | null;
  /** Null where the body holds a secret that its hash would give away. */
  readonly bodyHash: string | null;
  readonly fundingSourceId: string | null;
  /** The payables of a batch, or every id of a request that cannot be read: none of them is paid by another meanwhile. */
  readonly payableIds?: readonly string[];
}

/** A part of a natural key; null where a request leaves it out and nothing else may be used. */
export type NaturalKeyPart = string | number | null;

export interface IntentInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * The draft of a request; null for an operation that the journal does not keep. Members are read as they come, since a raw
 * call may send anything: amounts in dollars as number or text, ids missing.
 */
export function intentOf(
  operation: string,
  input: IntentInput,
  { origin, environment }: Destination,
): IntentDraft | null {
  const kind = journalRules[operation];
  if (!kind) return null;
  const members = { ...record(input.body), ...record(input.query), ...record(input.params) };
  const batch = batchIn(members['payments']);
  const parts = partsOf(kind, members);
  const keyParts = parts ?? [wholeOf(input)];
  return {
    operation,
    origin,
    environment,
    naturalKey: naturalKeyOf(environment, operation, keyParts),
    keyParts,
    isWholeRequest: parts === null,
    businessId: idIn(members['businessId']),
    payableId: idIn(members['payableId']),
    connectionId: idIn(members['connectionId']),
    paymentId: idIn(members['paymentId']),
    cents: centsIn(members['amount']),
    bodyHash: kind.secret ? null : sha256(canonicalJson(input.body)),
    fundingSourceId: idIn(members['fundingSourceId']),
    ...(batch && { payableIds: batch }),
  };
}

/**
 * The draft of a request that is no operation of the contract: known by all of it, and locked while it is unresolved alone.
 * What its body holds is not known, and so no hash of it is kept by itself.
 */
export function unmatchedIntent(
  {
    method,
    path,
    body,
  }: { readonly method: string; readonly path: string; readonly body?: unknown },
  { origin, environment }: Destination,
): IntentDraft {
  const keyParts = [method.toUpperCase(), path, canonicalJson(body)];
  return {
    operation: UNMATCHED,
    origin,
    environment,
    naturalKey: naturalKeyOf(environment, UNMATCHED, keyParts),
    keyParts,
    isWholeRequest: true,
    businessId: null,
    payableId: null,
    connectionId: null,
    paymentId: null,
    cents: null,
    bodyHash: null,
    fundingSourceId: null,
  };
}

/** The key of what is the same thing below a root: an environment, or an origin in rows of earlier versions. */
export const naturalKeyOf = (
  root: string,
  operation: string,
  parts: readonly NaturalKeyPart[],
): string => sha256(JSON.stringify([root, operation, ...parts]));

type Members = Readonly<Record<string, unknown>>;

/** The parts of a natural key, all of them or null; of what holds a secret those that are there. */
function partsOf(
  { key = [], secret }: JournalRule,
  members: Members,
): readonly NaturalKeyPart[] | null {
  const parts = key.map((it) => read[it](members));
  return secret || (parts.length > 0 && !parts.includes(null)) ? parts : null;
}

const read: Readonly<Record<KeyPart, (members: Members) => NaturalKeyPart | null>> = {
  businessId: (it) => idIn(it['businessId']),
  payableId: (it) => idIn(it['payableId']),
  connectionId: (it) => idIn(it['connectionId']),
  paymentId: (it) => idIn(it['paymentId']),
  fundingSourceId: (it) => idIn(it['fundingSourceId']),
  accountId: (it) => idIn(it['accountId']),
  invoiceNumber: (it) => textIn(it['invoiceNumber']),
  name: (it) => textIn(it['name']),
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

/** Attachments get a new reference with every upload: the same invoice sent again has others. */
function wholeOf({ params, query, body }: IntentInput): string {
  const { attachments: _, ...rest } = record(body);
  return canonicalJson([params ?? null, query ?? null, isRecord(body) ? rest : (body ?? null)]);
}

const idIn = (value: unknown): string | null => {
  const text = textIn(value);
  return text !== null && /^[A-Za-z0-9_.:-]{1,128}$/.test(text) ? text : null;
};

function textIn(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).trim() || null;
}

/** Nothing is no amount. */
const centsIn = (value: unknown): number | null => parseAmount(textIn(value) ?? '') || null;

const record = (value: unknown): Members => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON that does not depend on the order of members. */
export function canonicalJson(value: unknown): string {
  const sorted = (_: string, it: unknown) =>
    typeof it === 'object' && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(byName))
      : it;
  return JSON.stringify(value ?? null, sorted);
}

const byName = ([one]: [string, unknown], [two]: [string, unknown]) => (one < two ? -1 : 1);

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
