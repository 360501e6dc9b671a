import * as z from 'zod/mini';
import type { NamedOperation } from '../api/operations/operations.ts';
import { marks } from '../api/schema/field-types.ts';
import { journalRules } from '../money/journal/journaled-operations.ts';
import { INPUT_PARTS } from '../runtime/operation-input.ts';

type Json = Record<string, unknown>;

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/**
 * Reports whether a call is confirmed before it is sent: it moves money, cannot be undone, changes a bank account, or
 * approves payables.
 */
export const isConfirmed = ({ id, effect, irreversible }: NamedOperation): boolean =>
  effect === 'money' ||
  irreversible === true ||
  (id.startsWith('bank.') && effect !== 'read') ||
  approves.has(id);

/** The operations that approve a payable, or those to come. */
const approves = new Set(['payable.approve', 'connection.setSettings']);

/**
 * Returns the schema of all fields of an operation's request, and of the tool's further arguments. A client that asks
 * its user needs no confirmation argument.
 */
export function inputSchemaOf(op: NamedOperation, { canAsk }: { canAsk: boolean }): InputSchema {
  const parts = INPUT_PARTS.filter((part) => !(part === 'body' && op.consumes)).map((part) =>
    jsonOf(op[part]?.()),
  );
  const { confirmation, ...extras } = extrasOf(op);
  const properties = Object.assign({}, ...parts.map((part) => part.properties), extras);
  if (confirmation && !canAsk) properties.confirmation = confirmation;
  const required = parts.flatMap((part) => part.required).filter((name) => name !== 'businessId');
  if (op.consumes) required.push(...Object.keys(upload));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Returns the arguments of a tool that are not fields of the request. */
export function extrasOf(op: NamedOperation): Readonly<Record<string, object>> {
  return {
    ...(op.consumes && upload),
    ...(paysFor.has(op.id) && ownBusiness),
    ...(op.id in journalRules && {
      repeatOf: text('earlier request to make a second time on purpose'),
    }),
    ...(makesPayments.has(op.id) && reauthorization),
    ...(isConfirmed(op) && {
      confirmation: text('confirmation from the preview; without it only a preview is returned'),
    }),
  };
}

/** Operations whose payables are read as the business that owes them, which the request does not name. */
const paysFor = new Set(['pay.initiate', 'pay.bulkInitiate']);

/** Operations that can make a returned payment again. */
const makesPayments = new Set([...paysFor, 'pay.quickPay']);

const text = (description: string) => ({ type: 'string', description });

/** The new authorization of returned payments, which only a person can know of. */
const reauthorization = {
  reauthorized: {
    type: 'array',
    items: { type: 'string' },
    description: 'returned payments whose debits the account holder authorized again',
  },
  reason: text('who authorized them again and when, as the user stated it (with reauthorized)'),
};

const ownBusiness = { businessId: text('business to act for (default: that of the profile)') };

const upload = {
  filename: text('name of the file'),
  contentBase64: text('the file, in Base64'),
};

function jsonOf(schema: z.core.$ZodType | undefined): { properties: Json; required: string[] } {
  if (!schema) return { properties: {}, required: [] };
  const json = z.toJSONSchema(schema, { io: 'input', metadata: marks, override: explained });
  const { properties = {}, required = [] } = json;
  const takesBusiness = required.includes('businessId');
  return { properties: { ...properties, ...(takesBusiness && ownBusiness) }, required };
}

/** Converts the marks of the contract to a description, and forbids unknown fields. */
function explained({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { 'x-assumed': assumption, 'x-money': money } = jsonSchema;
  const words = [
    money === undefined ? [] : ['dollars, at most two decimals'],
    assumption === undefined ? [] : [`assumed: ${assumption}`],
  ].flat();
  for (const key of ['x-assumed', 'x-money']) delete jsonSchema[key];
  if (words.length > 0) jsonSchema.description = words.join('; ');
  if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
  delete jsonSchema.pattern;
}
