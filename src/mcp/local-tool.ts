import * as z from 'zod/mini';
import type { Context } from '../cli/context.ts';
import type { Flags } from '../cli/flags/flag.ts';
import { readValues } from '../cli/flags/flag.ts';
import type { InputSchema } from './input-schema.ts';
import { outputSchemaFor } from './output-schema.ts';
import { parseArguments } from './read-arguments.ts';
import type { Annotations, Tool } from './tools.ts';

/** The definition of a tool that is no operation of the API. It only reads unless its hints say otherwise. */
interface LocalTool<Input extends z.ZodMiniType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The fields of the result that are always there. */
  readonly result: z.ZodMiniType;
  readonly hints?: Partial<Annotations>;
  readonly call: (args: z.output<Input>, context: Context) => Promise<unknown>;
}

/** Creates a tool from its definition; its arguments are checked against `input` before it is called. */
export const localTool = <Input extends z.ZodMiniType>({
  name,
  title,
  description,
  input,
  result,
  hints,
  call,
}: LocalTool<Input>): Tool => ({
  name,
  description,
  inputSchema: toInputSchema(input),
  outputSchema: outputSchemaFor(result),
  annotations: {
    ...{ title, readOnlyHint: true, destructiveHint: false },
    ...{ idempotentHint: true, openWorldHint: true },
    ...hints,
  },
  call: async (args, { context }) => call(parseArguments(input, args), context),
});

/** Converts an object schema. Patterns are left out: not every client knows their syntax. */
const toInputSchema = (schema: z.ZodMiniType): InputSchema => {
  const { properties, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
    },
  });
  return {
    type: 'object',
    properties: properties as InputSchema['properties'],
    required,
    additionalProperties: false,
  };
};

/** Returns an argument with its description, as a copy of its schema. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string) {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
}

/** Reads arguments as the flags of the same names. Throws `UsageError` for values that a flag does not take. */
export const readFlagArguments = <F extends Flags>(
  flags: F,
  args: Readonly<Record<string, unknown>>,
) =>
  readValues(flags, (name) => {
    const value = args[name];
    return value === undefined || value === false ? [] : [value].flat().map(String);
  });
