/** Intent drafts: the facts about a request that the journal records, and its natural key. */

import { parseAmount } from '../../api/money.ts';
import { asRecord, isRecord } from '../../is-record.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import type { Destination } from './destination.ts';
import type { PayeeAmount } from './intent-payees.ts';
import { type JournalRule, journalRules, type KeyPart, UNMATCHED } from './journaled-operations.ts';
import { type SentFacts, type ShownPayments, sentFactsOf } from './sent-facts.ts';

/** A request to be sent, as the journal stores it: ids and cents, never bodies, names or account numbers. */
export interface IntentDraft extends Destination {
  readonly operation: string;
  /** Two drafts with the same key are duplicates. */
  readonly naturalKey: string;
  /**
   * The hashed parts of the key, apart from environment and operation. Used to find rows of other environments; never
   * stored.
   */
  readonly keyParts: readonly NaturalKeyPart[];
  /** The person's reference of the payment, which is its natural key in place of payee and amount. */
  readonly reference?: string | undefined;
  readonly businessId: string | null;
  readonly payableId: string | null;
  readonly connectionId: string | null;
  readonly paymentId: string | null;
  readonly cents: number | null;
  /** `null` if the body holds a secret that the hash would reveal. */
  readonly bodyHash: string | null;
  readonly fundingSourceId: string | null;
  /**
   * The payables of a batch, or every id of a request that is not understood. None of them may be paid by another
   * intent while this one is unresolved.
   */
  readonly payableIds?: readonly string[];
  /** The payee and the amount of each payment; none if the request is not understood. */
  readonly payees?: readonly PayeeAmount[];
  /** Hashes of texts that a record of the service must show to prove it; not set if no record is compared. */
  readonly sent?: SentFacts | undefined;
  /** The payments that each payable showed before, in the order of the rows. */
  readonly payments?: readonly ShownPayments[];
}

/** A part of a natural key; `null` if the request does not have it. */
export type NaturalKeyPart = string | number | null;

/** The input of an operation, as parsed. */
export interface IntentInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * Creates the draft of a request; `null` for an operation that the journal does not record.
 *
 * Fields are read leniently, since a raw request may contain anything: amounts in dollars as number or string, ids
 * missing.
 */
export function intentOf(
  operation: string,
  input: IntentInput,
  { origin, environment }: Destination,
): IntentDraft | null {
  const kind = journalRules[operation];
  if (!kind) return null;
  const members = { ...asRecord(input.body), ...asRecord(input.query), ...asRecord(input.params) };
  const batch = batchIn(members['payments']);
  const parts = partsOf(kind, members);
  const keyParts = parts ?? [wholeOf(input)];
  return {
    operation,
    origin,
    environment,
    naturalKey: naturalKeyOf(environment, operation, keyParts),
    keyParts,
    businessId: idIn(members['businessId']),
    payableId: idIn(members['payableId']),
    connectionId: idIn(members['connectionId']),
    paymentId: idIn(members['paymentId']),
    cents: centsIn(members['amount']),
    bodyHash: kind.secret ? null : sha256(canonicalJson(input.body)),
    fundingSourceId: idIn(members['fundingSourceId']),
    ...(batch && { payableIds: batch }),
    sent: sentFactsOf(operation, input.body),
  };
}

/**
 * Creates the draft of a request that matches no operation. It is identified by its whole text, and blocks an equal
 * request only while it is unresolved.
 *
 * Its body may hold a secret, so no hash of the body alone is stored.
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
    businessId: null,
    payableId: null,
    connectionId: null,
    paymentId: null,
    cents: null,
    bodyHash: null,
    fundingSourceId: null,
  };
}

/** Returns the draft with the natural key of a reference; the draft itself without one. */
export function withReference(draft: IntentDraft, reference: string | undefined): IntentDraft {
  if (reference === undefined) return draft;
  const keyParts = ['reference', reference];
  const naturalKey = naturalKeyOf(draft.environment, draft.operation, keyParts);
  return { ...draft, reference, keyParts, naturalKey };
}

export const naturalKeyOf = (
  environment: string,
  operation: string,
  parts: readonly NaturalKeyPart[],
): string => sha256(JSON.stringify([environment, operation, ...parts]));

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns all parts of a natural key, or `null` if one is missing. Operations with a secret use the parts they have.
 */
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
 * Returns the payables of a batch, sorted, as one key part.
 *
 * Bank account, speed and date are left out, as for a single payment: an unresolved batch must not be payable again by
 * changing its date.
 */
const payablesIn = (payments: unknown): string | null =>
  batchIn(payments)?.toSorted().join('\n') ?? null;

/** Returns the payable ids of a batch in order; `null` unless every payment has one. */
function batchIn(payments: unknown): readonly string[] | null {
  if (!Array.isArray(payments) || payments.length === 0) return null;
  const ids = payments.map((it) => idIn(asRecord(it)['payableId'])).filter((it) => it !== null);
  return ids.length === payments.length ? ids : null;
}

/**
 * Returns the canonical JSON of a request without its attachments: each upload creates a new reference, so equal
 * invoices would differ.
 */
function wholeOf({ params, query, body }: IntentInput): string {
  const { attachments: _, ...rest } = asRecord(body);
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

/** Returns an amount in cents; `null` for zero or a value that is not an amount. */
const centsIn = (value: unknown): number | null => parseAmount(textIn(value) ?? '') || null;
