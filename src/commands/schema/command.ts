/** The command `remit schema`. */

import { command } from '../../cli/command.ts';
import { requiredChoice } from '../../cli/flags/flag.ts';
import { RESOURCES } from '../../cli/resource-schemas.ts';
import { describeResource } from './create.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'schema',
  summary: 'Document the CSV columns or the JSON records of a resource, for programs',
  about: [
    'csv: the columns as a Table Schema, in their order, with their types and the words they are known to hold.',
    'json: the records of the service as JSON Schema. Both carry a version, which is raised with every change.',
  ].join('\n'),
  args: {
    resource: requiredChoice('<resource>', RESOURCES.join(', '), RESOURCES),
    format: requiredChoice('<csv|json>', 'what is to be documented', ['csv', 'json']),
  },
  view: { kind: 'json' },
  examples: ['remit schema payable csv', 'remit schema payable json > payable.schema.json'],

  run: ({ args, tree }) => describeResource(args.resource, args.format, tree),
});
