/** Malicious responses: every text contains characters that act on terminals or spreadsheets. */

import type { z } from 'zod/mini';
import type { NamedOperation } from '../../src/api/operations/operations.ts';
import { isMoney } from '../../src/api/schema/field-types.ts';
import { elementOf, shapeOf, unwrap, wordsOf } from '../../src/api/schema/schema-introspection.ts';

/** A word that starts a line of its own if a line break is not escaped. */
export const FORGED = 'remit-forged';

/** Characters that act in a terminal, reorder text, break rows or are invisible, including lone surrogates. */
const ACTING = [
  ...['\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\u0090q', '\b\u007f', '\u0000', '\u0085'],
  ...['\r', `\n${FORGED}`, `\r\n${FORGED}`, '\t', '\u000b', '\u000c', '\u2028', '\u2029'],
  ...['\u202e', '\u2066', '\u200e', '\u061c', '\u200b', '\ufeff', '\u00ad', '\ud800', '\udc00'],
].join('x');

/** Prefixes that a spreadsheet treats as a formula, and a text longer than any screen. */
const LEADS = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '\u0000=', '', `${'long '.repeat(400)}`];

/** The share of a response that is malicious. */
export type Measure =
  /** Texts only: states are valid, and the records that a command asks for exist. */
  | 'texts'
  /** States and dates too. */
  | 'words'
  /** Ids too: nothing in the response is reliable. */
  | 'all';

/** Returns a malicious text that is unique for its number. */
export const hostile = (at: number): string => `${LEADS[at % LEADS.length]}SUM(${at})${ACTING}`;

/**
 * Returns a response of an operation in which every text is malicious; `asked` is the number of the record that the path
 * names.
 */
export function answerOf(op: NamedOperation, measure: Measure, asked = 1): unknown {
  let count = 0;
  const filled = (schema: z.core.$ZodType, name: string, at = 1): unknown => {
    const element = elementOf(schema);
    if (element) return listOf(op).map((it) => filled(element, name, it));
    const members = membersOf(schema);
    if (members) {
      const known = members.map(([key, it]): [string, unknown] => [key, filled(it, key, at)]);
      return Object.fromEntries([...known, [hostile(count++), hostile(count++)]]);
    }
    return leaf(schema, name, at);
  };
  const leaf = (schema: z.core.$ZodType, name: string, at: number): unknown =>
    measure === 'texts' && saysInFlight.has(name) ? null : textOrPlain(schema, name, at);
  const textOrPlain = (schema: z.core.$ZodType, name: string, at: number): unknown =>
    plainLeaf(unwrap(schema), name) ??
    (measure === 'all' ? undefined : idOf(op, name, at)) ??
    (measure === 'texts' ? wanted(schema, name) : undefined) ??
    hostile(count++);
  return filled(op.response(), '', asked);
}

/** Fields that would keep a payable from being paid. */
const saysInFlight = new Set(['activePaymentId', 'paymentStatus']);

/** Returns the item numbers of a list: a business has one integration, and two of everything else. */
const listOf = ({ id }: NamedOperation) => (id === 'accounting.list' ? [1] : [1, 2]);

/** Returns the fields of an object schema, also as an option of a union. */
function membersOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] | undefined {
  const { def } = unwrap(schema)._zod;
  if (def.type === 'object') return Object.entries(shapeOf(schema));
  const options = def.type === 'union' ? (def as z.core.$ZodUnionDef).options : [];
  return options.map(membersOf).find((it) => it !== undefined);
}

/** Returns a value for a field that is not a text. */
function plainLeaf(schema: z.core.$ZodType, name: string): unknown {
  if (isMoney(schema)) return 1250;
  if (schema._zod.def.type === 'boolean') return true;
  if (schema._zod.def.type === 'number') return name === 'total' ? 2 : 0;
  return undefined;
}

/** Returns the ids that the examples use. */
function idOf({ id }: NamedOperation, name: string, at: number): string | undefined {
  if (/[bB]usinessId$/.test(name)) return 'biz_1';
  const kind = name === 'id' ? kinds[id.split('.')[0] ?? ''] : kinds[name];
  return kind ? `${kind}_${at}` : undefined;
}

const kinds: Readonly<Record<string, string>> = {
  ...{ business: 'biz', bank: 'fs', connection: 'conn', invite: 'inv', payable: 'pay' },
  ...{ pay: 'pmt', accounting: 'acctint', user: 'usr', accountingIntegrationId: 'acctint' },
  ...{ fundingSourceId: 'fs', connectionId: 'conn', payableId: 'pay', paymentId: 'pmt' },
  ...{ invitationId: 'inv', transferId: 'wd' },
};

/** Returns a value that a command needs to continue: an initial state, a time. */
function wanted(schema: z.core.$ZodType, name: string): string | undefined {
  if (/(At|Date|^date)$/.test(name)) return '2026-03-02T15:00:00Z';
  const words = wordsOf(schema);
  const startsFrom = ['APPROVED', 'verified', 'active', 'connected'];
  return words.find((it) => startsFrom.includes(it)) ?? words[name.length % words.length];
}
