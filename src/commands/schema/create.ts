import { type AnyCommand, isSubgroup, type Subgroup } from '../../cli/command.ts';
import type { Schemas } from '../../cli/resource-schemas.ts';
import type { Columns } from '../../render/view.ts';
import { tree } from '../tree.ts';
import { jsonSchema } from './json-schema.ts';
import { type Described, resources } from './resources.ts';
import { tableSchema } from './table-schema.ts';

/** The columns of a resource are those of the command that lists it: there is no second list of them. */
export const schemaOf: Schemas = async (resource, format) => {
  const described = resources[resource];
  const columns = await columnsOf(described);
  return format === 'csv'
    ? tableSchema(resource, described, columns)
    : jsonSchema(resource, described, columns);
};

async function columnsOf({ command: [group, ...verbs] }: Described): Promise<Columns> {
  const { commands = [], bare } = (await tree[group]?.load()) ?? {};
  const { view } = find({ commands, ...(bare && { bare }) }, verbs) ?? {};
  return view && 'columns' in view ? view.columns : [];
}

function find(
  { commands, bare }: Pick<Subgroup, 'commands' | 'bare'>,
  [verb, ...deeper]: readonly string[],
): AnyCommand | undefined {
  if (verb === undefined) return bare;
  const next = commands.find(({ name }) => name === verb);
  return next && isSubgroup(next) ? find(next, deeper) : next;
}
