import * as z from 'zod/mini';
import { integrationSchema, syncSchema } from '../../api/operations/accounting-records.ts';
import { balanceSchema, withdrawalSchema } from '../../api/operations/balance.ts';
import { bankAccountSchema } from '../../api/operations/bank.ts';
import { businessSchema } from '../../api/operations/business.ts';
import { connectionSchema } from '../../api/operations/connection.ts';
import { invitationSchema } from '../../api/operations/invite.ts';
import { payMeLinkSchema, paymentLinkSchema } from '../../api/operations/link.ts';
import { paymentSchema } from '../../api/operations/pay.ts';
import { activitySchema, payableSchema } from '../../api/operations/payable.ts';
import { userProfileSchema } from '../../api/operations/sign-in.ts';
import { assumptionOf, marks } from '../../api/schema/field-types.ts';
import { shapeOf, unwrap, wordsOf } from '../../api/schema/schema-introspection.ts';
import { type AnyCommand, type CommandTree, isSubgroup, type Subgroup } from '../../cli/command.ts';
import type { Resource } from '../../cli/resource-schemas.ts';
import type { Column, Columns, Kind } from '../../render/view.ts';

/**
 * Returns the schema of a resource. Its columns are those of the command that lists it, so there is no second list of
 * them.
 */
export async function describeResource(
  resource: Resource,
  format: 'csv' | 'json',
  tree: CommandTree,
): Promise<object> {
  const described = resources[resource];
  const columns = await columnsOf(described, tree);
  return format === 'csv'
    ? tableSchema(resource, described, columns)
    : jsonSchema(resource, described, columns);
}

async function columnsOf(
  { command: [group, ...verbs] }: ResourceDescription,
  tree: CommandTree,
): Promise<Columns> {
  const { commands = [], defaultCommand } = (await tree[group]?.load()) ?? {};
  const { view } = find({ commands, ...(defaultCommand && { defaultCommand }) }, verbs) ?? {};
  return view && 'columns' in view ? view.columns : [];
}

function find(
  { commands, defaultCommand }: Pick<Subgroup, 'commands' | 'defaultCommand'>,
  [verb, ...rest]: readonly string[],
): AnyCommand | undefined {
  if (verb === undefined) return defaultCommand;
  const next = commands.find(({ name }) => name === verb);
  return next && isSubgroup(next) ? find(next, rest) : next;
}

/** The command that lists a resource, and the record of the contract behind it, if it is one of the service's. */
interface ResourceDescription {
  /** Incremented with every change of the columns. */
  readonly version: number;
  readonly command: readonly [group: string, ...verbs: string[]];
  readonly record?: () => z.ZodMiniType;
}

const resources: Readonly<Record<Resource, ResourceDescription>> = {
  payable: { version: 1, command: ['payable', 'list'], record: payableSchema },
  business: { version: 1, command: ['business', 'list'], record: businessSchema },
  balance: { version: 1, command: ['business', 'balance'], record: balanceSchema },
  withdrawal: { version: 1, command: ['business', 'withdraw'], record: withdrawalSchema },
  bank: { version: 1, command: ['bank', 'list'], record: bankAccountSchema },
  connection: { version: 1, command: ['connection', 'list'], record: connectionSchema },
  invitation: { version: 1, command: ['invite', 'list'], record: invitationSchema },
  payment: { version: 1, command: ['pay', 'initiate'], record: paymentSchema },
  activity: { version: 1, command: ['payable', 'log'], record: activitySchema },
  'payment-link': { version: 1, command: ['link', 'get'], record: paymentLinkSchema },
  'pay-me-link': { version: 1, command: ['link', 'pay-me', 'get'], record: payMeLinkSchema },
  integration: { version: 1, command: ['accounting', 'list'], record: integrationSchema },
  sync: { version: 1, command: ['accounting', 'sync'], record: syncSchema },
  user: { version: 1, command: ['whoami'], record: userProfileSchema },
  aging: { version: 1, command: ['payable', 'aging'] },
  intent: { version: 1, command: ['journal', 'list'] },
  'run-report': { version: 1, command: ['run', 'report'] },
  match: { version: 1, command: ['match'] },
  forecast: { version: 1, command: ['forecast'] },
};

/**
 * Returns the record of a resource as JSON Schema: that of the contract, or for records of this program that of its
 * columns.
 */
const jsonSchema = (
  resource: string,
  { version, command, record }: ResourceDescription,
  columns: Columns,
) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: resource,
  description: `A record of remit ${command.join(' ')} --json`,
  'x-version': version,
  ...(record === undefined ? fromColumns(columns) : fromContract(record())),
});

/**
 * Converts the schema of the contract. A field that the specification leaves open carries the reason as `x-assumed`;
 * unknown fields are allowed.
 */
function fromContract(record: z.ZodMiniType) {
  const { $schema: _, ...schema } = z.toJSONSchema(record, {
    io: 'output',
    metadata: marks,
    override: ({ jsonSchema: schema }) => {
      if (schema.format) delete schema.pattern;
    },
  });
  return schema;
}

const fromColumns = (columns: Columns) => ({
  type: 'object',
  properties: Object.fromEntries(
    columns.map(({ key, kind }) => [key, { type: [jsonTypes[kind] ?? 'string', 'null'] }]),
  ),
});

const jsonTypes: Readonly<Partial<Record<Kind, string>>> = {
  money: 'number',
  number: 'number',
  share: 'number',
  boolean: 'boolean',
  json: 'object',
};

/**
 * Returns the CSV of a resource as a Table Schema (specs.frictionlessdata.io): each column, its type, and its known
 * values.
 */
const tableSchema = (
  resource: string,
  { version, command, record }: ResourceDescription,
  columns: Columns,
) => ({
  name: resource,
  version,
  command: `remit ${command.join(' ')} --csv`,
  fields: columns.map((column) => fieldOf(column, record && memberOf(record(), column.key))),
  missingValues: [''],
});

function fieldOf({ key, kind }: Column, schema: z.core.$ZodType | undefined) {
  const words = schema === undefined ? [] : wordsOf(schema);
  const assumed = schema && assumptionOf(schema);
  return {
    name: key,
    ...tableTypes[kind],
    ...(words.length > 0 && { knownValues: words }),
    ...(assumed !== undefined && { assumed }),
  };
}

const tableTypes: Readonly<Record<Kind, Readonly<Record<string, unknown>>>> = {
  text: { type: 'string' },
  below: { type: 'string' },
  command: { type: 'string' },
  prose: { type: 'string' },
  state: { type: 'string' },
  money: { type: 'number', decimalChar: '.', description: 'dollars, two decimals: 1234.50' },
  number: { type: 'number' },
  share: { type: 'number', description: 'part of the whole, from 0 to 1' },
  level: { type: 'number', description: 'part of the highest amount, from -1 to 1' },
  date: { type: 'date', format: '%Y-%m-%d' },
  time: { type: 'datetime', format: 'default', description: 'ISO 8601, as the service sent it' },
  boolean: { type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
  json: { type: 'string', description: 'names joined by ;, or JSON if there is more than a name' },
};

/** Returns the schema at a path such as `settings.netTerms`, without its optional and nullable wrappers. */
function memberOf(record: z.core.$ZodType, path: string): z.core.$ZodType | undefined {
  let found: z.core.$ZodType | undefined = record;
  for (const name of path.split('.')) found = found && shapeOf(found)[name];
  return found && unwrap(found);
}
