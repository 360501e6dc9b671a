import * as z from 'zod/mini';
import { command } from '../../cli/command.ts';
import { choice, requiredChoice } from '../../cli/flags/flag.ts';
import { RESOURCES } from '../../cli/resource-schemas.ts';
import { UsageError } from '../../money/errors.ts';
import { describeResource } from './describe-resource.ts';

export const FILES = ['config', 'policy', 'plan', 'dialect', 'manifest', 'event'] as const;

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

export type DescribedFile = (typeof FILES)[number];

interface FileDescription {
  /** Incremented when a file that was valid no longer is. */
  readonly version: number;
  readonly description: string;
  /** Loads the schema alone. */
  readonly load: () => Promise<object>;
}

const files: Readonly<Record<DescribedFile, FileDescription>> = {
  config: {
    version: 1,
    description: 'The configuration file, which remit config list names.',
    load: async () => (await import('../../config/configuration-schema.ts')).configurationSchema(),
  },
  policy: {
    version: 1,
    description: 'The machine policy, such as /etc/remit/policy.json.',
    load: async () => {
      const { machinePolicySchema, policyConditions } = await import(
        '../../config/machine-policy-schema.ts'
      );
      return { ...fromZod(machinePolicySchema), ...policyConditions };
    },
  },
  plan: {
    version: 1,
    description: 'A payment run, as remit run plan writes it. Amounts in cents.',
    load: async () => fromZod((await import('../../money/runs/plan.ts')).planFileSchema),
  },
  dialect: {
    version: 1,
    description: 'The names and paths of a service, as remit dialect set writes them.',
    load: async () =>
      fromZod((await import('../../api/dialect/parse-dialect.ts')).dialectFileSchema),
  },
  manifest: {
    version: 1,
    description: 'The manifest of an export, as --manifest writes it. Sums in cents.',
    load: async () => fromZod((await import('../../cli/export-manifest.ts')).exportManifestSchema),
  },
  event: {
    version: 1,
    description: 'An event of a sandbox: the body of a webhook, a line of remit sandbox events.',
    load: async () => fromZod((await import('../../api/operations/event-schema.ts')).eventSchema()),
  },
};

const isDescribedFile = (word: string): word is DescribedFile => Object.hasOwn(files, word);

export async function fileSchema(file: DescribedFile): Promise<object> {
  const { version, description, load } = files[file];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:remit:schema:${file}:${version}`,
    title: file,
    description,
    ...(await load()),
  };
}

function fromZod(found: z.ZodMiniType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(found, { io: 'input' });
  return schema;
}
