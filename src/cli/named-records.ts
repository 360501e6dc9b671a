/** Records that people call by a name: businesses, connections and bank accounts. */

import { looksLikeId, shownName } from '../api/id-or-name.ts';
import { type BankAccount, bank } from '../api/operations/bank.ts';
import { type Business, business } from '../api/operations/business.ts';
import { type Connection, connection } from '../api/operations/connection.ts';
import type { Context } from './context.ts';
import { allOf } from './list/arrange-records.ts';

/** The kinds of records that people give names. */
export type NamedKind = 'bank' | 'business' | 'connection';

type Text = string | null | undefined;

/** A record that a name may mean. */
export interface Candidate {
  readonly id: string;
  /** Its names that nobody but its owner can choose or change. */
  readonly own: readonly Text[];
  /** Its names that others chose, and parts of its name. */
  readonly names: readonly Text[];
  /** Ids in the record of other things. */
  readonly otherIds: readonly Text[];
  readonly isEnded: boolean;
}

/** The words and the records of a kind. */
interface NamedRecords {
  /** Its name in a notice and a question. */
  readonly label: string;
  readonly noun: string;
  readonly plural: string;
  /** Reads those of a business, or all. */
  readonly read: (
    context: Context,
    businessId: string | undefined,
  ) => Promise<readonly Candidate[]>;
}

export const namedRecords: Readonly<Record<NamedKind, NamedRecords>> = {
  business: {
    ...{ label: 'Business', noun: 'business', plural: 'businesses' },
    read: async (context) =>
      (await allOf(context.records<Business>(business.list, {}))).map((it) => ({
        id: it.id,
        own: [it.alias, it.name],
        names: [],
        otherIds: [],
        isEnded: false,
      })),
  },
  connection: {
    ...{ label: 'Connection', noun: 'connection', plural: 'connections' },
    read: async (context, businessId) => {
      const query = { businessId };
      return (await allOf(context.records<Connection>(connection.list, { query }))).map((it) => ({
        id: it.id,
        own: it.alias === it.connectedBusinessName ? [] : [it.alias],
        names: [it.connectedBusinessName],
        otherIds: [it.businessId, it.connectedBusinessId],
        isEnded: it.status === 'archived',
      }));
    },
  },
  bank: {
    ...{ label: 'Bank account', noun: 'bank account', plural: 'bank accounts' },
    read: async (context, businessId) => {
      const query = { businessId };
      return (await allOf(context.records<BankAccount>(bank.list, { query }))).map((it) => ({
        id: it.id,
        own: [it.name],
        names: [it.bankName, it.last4 && `ending in ${it.last4}`],
        otherIds: [it.businessId],
        isEnded: it.status === 'removed',
      }));
    },
  },
};

export interface Match {
  readonly found: readonly Candidate[];
  /** Whether the text is exactly what the owner calls it. */
  readonly isOwn: boolean;
}

/**
 * Returns the records whose name contains a text. Another record with such a name makes an alias ambiguous: a service may
 * fill an alias with a name that others chose.
 */
export function matchName(text: string, all: readonly Candidate[]): Match | 'id' {
  const own = all.map(({ id }) => id);
  const others = all.flatMap(({ otherIds }) => otherIds);
  if (looksLikeId(text, { own, others })) return 'id';
  const wanted = plain(text);
  const isMeant = (name: Text) =>
    plain(name).includes(wanted) && !looksLikeId(name ?? '', { own, others });
  const found = preferOpen(all.filter((it) => [...it.own, ...it.names].some(isMeant)));
  const isOwn = found.every((it) => it.own.some((name) => plain(name) === wanted));
  return { found, isOwn };
}

const plain = (name: Text): string => (name ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns the records that have not ended; all if each has. */
function preferOpen(all: readonly Candidate[]): readonly Candidate[] {
  const open = all.filter(({ isEnded }) => !isEnded);
  return open.length === 0 ? all : open;
}

/** Returns what a record is called, or its id. */
export function titleOf({ own, names, id, otherIds }: Candidate): string {
  const known = [...new Set([...own, ...names])].filter(
    (it) => typeof it === 'string' && it !== '',
  );
  const shown = { own: [id], others: otherIds };
  return known.map((it) => shownName(it ?? '', shown)).join(', ') || id;
}
