import { type AnyCommand, type CommandTree, isSubgroup, type Subgroup } from '../../cli/command.ts';
import type { Resource } from '../../cli/resource-schemas.ts';
import type { Columns } from '../../render/view.ts';
import { jsonSchema } from './json-schema.ts';
import { type ResourceDescription, resources } from './resources.ts';
import { tableSchema } from './table-schema.ts';

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
