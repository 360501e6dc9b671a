import { command } from '../../cli/command.ts';
import { choice, requiredChoice } from '../../cli/flags/flag.ts';
import { RESOURCES } from '../../cli/resource-schemas.ts';
import { UsageError } from '../../money/errors.ts';
import { describeResource } from './describe-resource.ts';
import { FILES, fileSchema, isDescribedFile } from './files.ts';

export const commands = [];

const NAMES = [...RESOURCES, ...FILES, 'mcp'] as const;

export const defaultCommand = command({
  name: 'schema',
  summary: 'Print the schema of CSV columns, of JSON records, or of a file',
  about: [
    'csv: the columns as a Table Schema, in order, with types and known values.',
    "json: the service's records as JSON Schema; both have a version, which increases with every change.",
    `Files: ${FILES.join(', ')}, as JSON Schema with an $id, so that editors check them.`,
    'mcp: the results of the tools of remit mcp serve, as JSON Schema.',
  ].join('\n'),
  args: {
    resource: requiredChoice('<resource|file>', 'resource or file to describe', NAMES),
    format: choice('[csv|json]', 'of a resource: columns of CSV, or records of JSON', [
      'csv',
      'json',
    ]),
  },
  view: { kind: 'json' },
  examples: {
    'Describe the CSV columns of a payable': 'remit schema payable csv',
    'Write the JSON schema of a payable': 'remit schema payable json > payable.schema.json',
    'Write the JSON schema of a policy file': 'remit schema policy > policy.schema.json',
  },

  async run({ args: { resource, format }, tree }) {
    if (resource === 'mcp') {
      assertNoColumns(resource, format);
      return (await import('../../mcp/result-schemas.ts')).toolResultSchemas();
    }
    if (!isDescribedFile(resource)) {
      if (format !== undefined) return describeResource(resource, format, tree);
      throw new UsageError(`The schema of ${resource} is csv or json.`, {
        next: [`remit schema ${resource} json`],
      });
    }
    assertNoColumns(resource, format);
    return fileSchema(resource);
  },
});

/** Throws for the CSV columns of what is JSON only. */
function assertNoColumns(resource: string, format: 'csv' | 'json' | undefined): void {
  if (format !== 'csv') return;
  throw new UsageError(`${resource} is JSON, and has no columns of CSV.`, {
    next: [`remit schema ${resource}`],
  });
}
