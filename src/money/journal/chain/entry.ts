/** Entries of the journal: records that are only added to, each chained to the one before it by its hash. */

import { isRecord } from '../../../is-record.ts';
import { sha256 } from '../canonical-json.ts';
import type { Verdict } from '../intent.ts';
import type { IntentTables, StoredRow } from './intent-rows.ts';

/** The event that an entry records. */
export type EntryKind =
  | ('genesis' | 'adoption')
  | ('intent' | 'outcome' | 'verdict' | 'capability' | 'revocation')
  | ('verdict-request' | 'verdict-approval');

/** Rows by table, as they were inserted. */
export type RecordedRows = IntentTables & {
  readonly [Table in 'runs' | 'observations']?: readonly StoredRow[];
};

/** The columns that an event changed: of its intent, and of the payables that it pays. */
export interface RecordedUpdate {
  readonly intents: StoredRow;
  readonly intent_payables?: readonly StoredRow[] | undefined;
}

/** The facts of an entry, before it has its place in the chain. */
export interface EntryFacts {
  readonly kind: EntryKind;
  /** UTC ISO of the wall clock. */
  readonly at: string;
  /** `null` for an event of no intent. */
  readonly intentId: string | null;
  readonly insert?: RecordedRows;
  readonly update?: RecordedUpdate;
  /** The id of the journal; in the genesis entry. */
  readonly journal?: string;
  readonly adoption?: Adoption;
  readonly request?: VerdictRequest;
  readonly approval?: VerdictApproval;
}

/** A person's signature of a verdict. */
export interface VerdictApproval {
  readonly person: string;
  /** The time that the person states, UTC ISO. */
  readonly signedAt: string;
  /** The signature of OpenSSH. */
  readonly signature: string;
  /** The newest entry of the intent when it was signed, as printed. */
  readonly after: string;
}

/** A verdict that a person requests: it takes effect when another person approves it. */
export interface VerdictRequest extends VerdictApproval {
  readonly verdict: Verdict;
  readonly note: string | null;
}

/** The decision of a person to go on with this journal in place of another. */
export interface Adoption {
  readonly environment: string;
  readonly profile: string | null;
  /** The id of the journal that it replaces; `null` if none is known. */
  readonly replaces: string | null;
}

/** An entry with its place in the chain, as its content is hashed. */
export interface ChainedEntry extends EntryFacts {
  /** Its number, from 1 without gaps. */
  readonly seq: number;
}

/** The last entry of a chain: the hash covers every entry up to it. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The hash before the first entry. */
export const NO_HASH = '0'.repeat(64);

/** Returns the hash of an entry: SHA-256 over the previous hash, a line break and the content, in hexadecimal. */
export const chainHash = (previous: string, content: string): string =>
  sha256(`${previous}\n${content}`);

/** Returns a head as it is printed: `12:9f86d0…`. */
export const headText = ({ seq, hash }: Head): string => `${seq}:${hash}`;

/** Parses a printed head, or a hash alone, whose number is then `null`; `undefined` if it is neither. */
export function parseHead(
  text: string,
): { readonly seq: number | null; readonly hash: string } | undefined {
  const found = /^(?:([1-9]\d{0,14}):)?([0-9a-f]{64})$/i.exec(text.trim());
  if (!found) return undefined;
  const [, seq, hash = ''] = found;
  return { seq: seq === undefined ? null : Number(seq), hash: hash.toLowerCase() };
}

/** Parses the content of an entry; `undefined` for any other text. */
export function parseContent(content: string): ChainedEntry | undefined {
  try {
    const entry: unknown = JSON.parse(content);
    return isEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Reports whether a value has the shape of an entry, as far as it is read again. */
function isEntry(value: unknown): value is ChainedEntry {
  if (!isRecord(value)) return false;
  const { seq, insert = {}, update } = value;
  const isChange =
    update === undefined ||
    (isRecord(update) && isRecord(update['intents']) && areRows(update['intent_payables'] ?? []));
  return (
    typeof seq === 'number' && isRecord(insert) && Object.values(insert).every(areRows) && isChange
  );
}

const areRows = (value: unknown): boolean => Array.isArray(value) && value.every(isRecord);
