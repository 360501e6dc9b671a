/** The files and events that are described as JSON Schema, each by the schema that the program reads or writes it with. */

import * as z from 'zod/mini';
export const FILES = ['config', 'policy', 'plan', 'dialect', 'manifest', 'event'] as const;
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

export const isDescribedFile = (word: string): word is DescribedFile => Object.hasOwn(files, word);

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
