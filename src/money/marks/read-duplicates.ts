/** The marks of payables that may be duplicates, from the connections and the payables of the payer. */

import { isDeepStrictEqual } from 'node:util';
import { UnexpectedResponseError } from '../../api/client/errors.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { type Connection, connection } from '../../api/operations/connection.ts';
import { type Payable, payable as payables } from '../../api/operations/payable.ts';
import { compareText } from '../../compare-text.ts';
import { memoize } from '../../memoize.ts';
import { isRefusedQuery, readable } from '../gate/readable.ts';
import type { RecordReader } from '../sending/record-reader.ts';
import { comparedName, likenessOf } from './alike-names.ts';
import {
  type ComparedFields,
  type ComparedInvoices,
  comparedFields,
  compareInvoices,
  type DuplicatesOfOne,
  duplicateReasonText,
} from './duplicate-invoices.ts';
import { inQuotes, type Mark } from './mark.ts';

/** Returns the connections of the payer; `undefined` if the service does not show them. */
export type ReadConnections = () => Promise<readonly Connection[] | undefined>;

export type FindDuplicateMarks = (
  found: readonly Payable[],
) => Promise<readonly (readonly Mark[])[]>;

/** The connections whose payables are read one by one; above, all payables are read at once. */
const MAX_CONNECTIONS = 8;

/** The duplicates of a payable that are named; the rest is counted. */
const MAX_DUPLICATES = 3;

/** Returns a function that reads the connections once. */
export const connectionsIn = ({ call, businessId }: RecordReader): ReadConnections =>
  memoize(() => ifShown(() => call(connection.list, { query: { businessId } })));

/** Returns a function that finds duplicates among the payables of the payer, and reads nothing twice. */
export function duplicatesIn(
  reader: RecordReader,
  connections: ReadConnections = connectionsIn(reader),
): FindDuplicateMarks {
  const lists = new Map<string | undefined, Promise<readonly ComparedFields[] | undefined>>();
  const listOver = (connectionId: string | undefined) => {
    const known = lists.get(connectionId) ?? ifShown(() => readList(reader, connectionId));
    lists.set(connectionId, known);
    return known;
  };
  const comparisons = new Map<string, Comparison>();
  return async (found) => {
    if (found.length === 0) return [];
    const related = relatedConnections(found, await connections());
    const isFew = related !== undefined && related.size <= MAX_CONNECTIONS;
    const over = isFew ? [...related].sort(compareText) : [undefined];
    const all: (readonly ComparedFields[] | undefined)[] = [];
    for (const id of over) all.push(await listOver(id));
    if (all.includes(undefined)) return found.map(unknownDuplicates);
    const read = () => all.flatMap((rows) => rows ?? []);
    const key = JSON.stringify(over);
    const known = comparisons.get(key) ?? compare(read());
    comparisons.set(key, known);
    // A payable that is not as it was listed is compared as it is now.
    const now = found.map(comparedFields);
    const { compared } = now.every(known.contains) ? known : compare([...read(), ...now]);
    return found.map(({ id }) => duplicateMarks(id, compared.duplicatesOf(id, MAX_DUPLICATES)));
  };
}

/** Payables that were compared with each other: a plan compares thousands of rows with the same ones. */
interface Comparison {
  /** Reports whether a payable is one of them, as it was. */
  readonly contains: (payable: ComparedFields) => boolean;
  readonly compared: ComparedInvoices;
}

/** Compares payables; of several with one id, the last one counts. */
function compare(payables: readonly ComparedFields[]): Comparison {
  const rows = new Map(payables.map((it) => [it.id, it]));
  return {
    contains: (it) => {
      const row = rows.get(it.id);
      return row !== undefined && isDeepStrictEqual(row, it);
    },
    compared: compareInvoices([...rows.values()]),
  };
}

/**
 * Returns the connections on which duplicates of payables can be: their own, those with the same business, and those with a
 * name that is alike. `undefined` if they are not known.
 */
function relatedConnections(
  found: readonly Payable[],
  connections: readonly Connection[] | undefined,
): ReadonlySet<string> | undefined {
  if (connections === undefined || found.some((it) => !it.connectionId)) return undefined;
  const others = connections.map((it) => ({
    ...{ id: it.id, businessId: it.connectedBusinessId },
    compared: comparedName(it.connectedBusinessName ?? ''),
  }));
  const payees = new Map(found.map((it) => [`${it.connectionId}\n${it.payeeName}`, it]));
  return new Set(
    [...payees.values()].flatMap((it) => {
      const own = comparedName(it.payeeName ?? '');
      const alike = others.filter(
        ({ businessId, compared }) =>
          (businessId && businessId === it.senderBusinessId) ||
          likenessOf(own, compared) !== undefined,
      );
      return [it.connectionId ?? '', ...alike.map(({ id }) => id)];
    }),
  );
}

async function readList(
  { records, businessId }: RecordReader,
  connectionId: string | undefined,
): Promise<readonly ComparedFields[]> {
  const read = async (query: { readonly connectionId?: string }) => {
    const rows: ComparedFields[] = [];
    for await (const row of records<Payable>(payables.list, { params: { businessId }, query })) {
      if (row.direction !== 'sent') rows.push(comparedFields(row));
    }
    return rows;
  };
  if (connectionId === undefined) return read({});
  return read({ connectionId }).catch((error: unknown) => {
    // The name of the filter is assumed: a service can refuse it.
    if (isRefusedQuery(error)) return read({});
    throw error;
  });
}

/** Returns the marks of a payable, which is in each of the pairs. */
function duplicateMarks(id: string, { pairs, count }: DuplicatesOfOne): readonly Mark[] {
  const marks = pairs.map((pair): Mark => {
    const { payable, other } = pair;
    const [it, duplicate] = payable.id === id ? [payable, other] : [other, payable];
    const text = `${invoiceText(it)} may be a duplicate of ${otherText(duplicate)}: ${duplicateReasonText(pair)}.`;
    return { code: 'duplicate_invoice', text };
  });
  const left = count - pairs.length;
  const more: Mark = {
    code: 'duplicate_invoice',
    text: `It has ${left} more possible duplicates.`,
  };
  return left > 0 ? [...marks, more] : marks;
}

const invoiceText = ({ id, invoiceNumber }: ComparedFields): string =>
  invoiceNumber ? `Invoice ${inQuotes(invoiceNumber)} (${id})` : `Payable ${id}`;

const otherText = ({ id, invoiceNumber, status }: ComparedFields): string => {
  const which = [id, ...(status ? [status] : [])].join(', ');
  return invoiceNumber ? `${inQuotes(invoiceNumber)} (${which})` : `payable ${which}`;
};

const unknownDuplicates = ({ id }: Payable): readonly Mark[] => [
  {
    code: 'duplicates_unknown',
    text: `Payable ${id} was not checked for duplicates: the payables cannot be listed.`,
  },
];

/** Reads records; `undefined` whatever the service answers in their place: what only warns stops no payment. */
const ifShown = <Result>(read: () => Promise<Result>): Promise<Result | undefined> =>
  readable(read).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof UnexpectedResponseError) return undefined;
    throw error;
  });
