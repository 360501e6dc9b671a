import { command } from '../../cli/command.ts';
import { choice, requiredChoice } from '../../cli/flags/flag.ts';
import { RESOURCES } from '../../cli/resource-schemas.ts';
import { UsageError } from '../../money/errors.ts';
import { describeResource } from './describe-resource.ts';
import { FILES, fileSchema, isDescribedFile } from './files.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'schema',
  summary: 'Print the schema of CSV columns, of JSON records, or of a file',
  about: [
    'csv: the columns as a Table Schema, in order, with types and known values.',
    "json: the service's records as JSON Schema. Both have a version, which increases with every change.",
    `Files: ${FILES.join(', ')}, as JSON Schema with an $id, so that editors check them.`,
  ].join('\n'),
  args: {
    resource: requiredChoice('<resource|file>', [...RESOURCES, ...FILES].join(', '), [
      ...RESOURCES,
      ...FILES,
    ]),
    format: choice('[csv|json]', 'of a resource: columns of CSV, or records of JSON', [
      'csv',
      'json',
    ]),
  },
  view: { kind: 'json' },
  examples: [
    'remit schema payable csv',
    'remit schema payable json > payable.schema.json',
    'remit schema policy > policy.schema.json',
  ],

  run({ args: { resource, format }, tree }) {
    if (!isDescribedFile(resource)) {
      if (format !== undefined) return describeResource(resource, format, tree);
      throw new UsageError(`The schema of ${resource} is csv or json.`, {
        next: [`remit schema ${resource} json`],
      });
    }
    if (format !== 'csv') return fileSchema(resource);
    throw new UsageError(`${resource} is a file of JSON, and has no columns of CSV.`, {
      next: [`remit schema ${resource}`],
    });
  },
});
