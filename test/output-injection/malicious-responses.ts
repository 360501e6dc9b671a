import type { z } from 'zod/mini';
import type { NamedOperation } from '../../src/contract/operations.ts';
import { isMoney } from '../../src/contract/schema/field-types.ts';
import {
  elementOf,
  shapeOf,
  unwrap,
  wordsOf,
} from '../../src/contract/schema/schema-introspection.ts';

/** Begins a line of its own where a line break gets through. */
export const FORGED = 'remit-forged';

/** What acts on a terminal, turns text around, breaks rows or is not there to be seen; lone halves of pairs among it. */
const ACTING = [
  ...['\u001b[2J', '\u001b]0;title\u0007', '\u009b31m', '\u0090q', '\b\u007f', '\u0000', '\u0085'],
  ...['\r', `\n${FORGED}`, `\r\n${FORGED}`, '\t', '\u000b', '\u000c', '\u2028', '\u2029'],
  ...['\u202e', '\u2066', '\u200e', '\u061c', '\u200b', '\ufeff', '\u00ad', '\ud800', '\udc00'],
].join('x');

/** What a spreadsheet takes for a formula, and a name longer than any screen. */
const LEADS = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '\u0000=', '', `${'long '.repeat(400)}`];

/** How much of an answer is hostile. */
export type Measure =
  /** Texts alone: states are those of the contract, and what a command asks for is there. */
  | 'texts'
  /** States and dates too. */
  | 'words'
  /** Ids too: nothing that the service says can be relied on. */
  | 'all';

/** A text no other member has, to be found again. */
export const hostile = (at: number): string => `${LEADS[at % LEADS.length]}SUM(${at})${ACTING}`;

/** An answer of an operation in which every text is hostile. */
export function answerOf(op: NamedOperation, measure: Measure): unknown {
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
  return filled(op.response, '');
}

/** What would keep a payable from being paid. */
const saysInFlight = new Set(['activePaymentId', 'paymentStatus']);

/** One business has one integration, and two of everything else. */
const listOf = ({ id }: NamedOperation) => (id === 'accounting.list' ? [1] : [1, 2]);

/** The members of an object, also of one beside which something else may stand. */
function membersOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] | undefined {
  const { def } = unwrap(schema)._zod;
  if (def.type === 'object') return Object.entries(shapeOf(schema));
  const options = def.type === 'union' ? (def as z.core.$ZodUnionDef).options : [];
  return options.map(membersOf).find((it) => it !== undefined);
}

/** What is no text. */
function plainLeaf(schema: z.core.$ZodType, name: string): unknown {
  if (isMoney(schema)) return 1250;
  if (schema._zod.def.type === 'boolean') return true;
  if (schema._zod.def.type === 'number') return name === 'total' ? 2 : 0;
  return undefined;
}

/** The ids of the examples, for the first of each kind. */
function idOf({ id }: NamedOperation, name: string, at: number): string | undefined {
  const kind = name === 'id' ? kinds[id.split('.')[0] ?? ''] : kinds[name];
  return kind ? `${kind}_${at}` : undefined;
}

const kinds: Readonly<Record<string, string>> = {
  ...{ business: 'biz', bank: 'fs', connection: 'conn', invite: 'inv', payable: 'pay' },
  ...{ pay: 'pmt', accounting: 'acctint', user: 'usr', accountingIntegrationId: 'acctint' },
  ...{ fundingSourceId: 'fs', connectionId: 'conn', payableId: 'pay', paymentId: 'pmt' },
  ...{ invitationId: 'inv', transferId: 'wd' },
};

/** What a command needs to go on: who is meant, a state that it starts from, a moment. */
function wanted(schema: z.core.$ZodType, name: string): string | undefined {
  if (/[bB]usinessId$/.test(name)) return 'biz_1';
  if (/(At|Date|^date)$/.test(name)) return '2026-03-02T15:00:00Z';
  const words = wordsOf(schema);
  const startsFrom = ['APPROVED', 'verified', 'active', 'connected'];
  return words.find((it) => startsFrom.includes(it)) ?? words[name.length % words.length];
}
