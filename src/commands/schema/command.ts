/** The command `remit schema`. */

import { command } from '../../cli/command.ts';
import { requiredChoice } from '../../cli/flags/flag.ts';
import { RESOURCES } from '../../cli/resource-schemas.ts';
import { describeResource } from './describe-resource.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'schema',
  summary: "Print the schema of a resource's CSV columns or JSON records",
  about: [
    'csv: the columns as a Table Schema, in order, with types and known values.',
    "json: the service's records as JSON Schema. Both have a version, which increases with every change.",
  ].join('\n'),
  args: {
    resource: requiredChoice('<resource>', RESOURCES.join(', '), RESOURCES),
    format: requiredChoice('<csv|json>', 'columns of CSV, or records of JSON', ['csv', 'json']),
  },
  view: { kind: 'json' },
  examples: ['remit schema payable csv', 'remit schema payable json > payable.schema.json'],

  run: ({ args, tree }) => describeResource(args.resource, args.format, tree),
});
