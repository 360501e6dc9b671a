import * as z from 'zod/mini';
import type { Context } from '../../cli/context.ts';
import { type Flag, type Flags, readValues } from '../../cli/flags/flag.ts';
import { memoize } from '../../memoize.ts';
import type { InputSchema } from '../input-schema.ts';
import { type Arguments, parseArguments } from '../read-arguments.ts';
import { withSteps } from '../steps.ts';
import type { ClientAbilities, Tool, ToolContext } from '../tool.ts';

/**
 * The effect of a task: it only reads; it writes; it writes and is confirmed first; or it moves money, which is
 * confirmed and guarded against repeats.
 */
type TaskEffect = 'read' | 'write' | 'confirmed' | 'money';

/** The arguments of a call that are about its confirmation and its repetition, as the operations have them. */
export interface ConsentArguments {
  readonly confirmation?: string | undefined;
  readonly repeatOf?: string | undefined;
}

interface TaskDefinition<Input extends z.ZodMiniType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** `read` if not set. */
  readonly effect?: TaskEffect;
  readonly input: () => Input;
  /** The fields of the result that are always there. */
  readonly result: () => z.ZodMiniType;
  readonly call: (
    args: z.output<Input>,
    context: Context,
    call: ToolContext,
    consent: ConsentArguments,
  ) => Promise<unknown>;
}

export type Task = (client: ClientAbilities) => Tool;

/** Defines a task. Its arguments are checked against `input` before it is called. */
export const task = <Input extends z.ZodMiniType>({
  name,
  title,
  description,
  effect = 'read',
  input,
  result,
  call,
}: TaskDefinition<Input>): Task => {
  const own = memoize(input);
  const isConfirmed = effect === 'confirmed' || effect === 'money';
  return (client) => ({
    name,
    description: [description, ...(isConfirmed ? [client.canAsk ? ASKED : PREVIEWED] : [])].join(
      ' ',
    ),
    get inputSchema() {
      return toInputSchema(own(), {
        ...(effect === 'money' && { repeatOf: REPEAT }),
        ...(isConfirmed && !client.canAsk && { confirmation: CONFIRMATION }),
        business: BUSINESS,
      });
    },
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: isConfirmed,
      idempotentHint: effect === 'read',
      openWorldHint: true,
    },
    result,
    isConfirmed,
    takesBusiness: true,
    async call({ business: _, confirmation, repeatOf, ...args }, tools) {
      const consent = {
        ...(confirmation !== undefined && { confirmation }),
        ...(repeatOf !== undefined && { repeatOf }),
      };
      const isTaken = effect === 'money' || (isConfirmed && repeatOf === undefined);
      // Arguments that a tool does not have are errors like any other unknown one.
      const parsed = parseArguments(own(), isTaken ? args : { ...args, ...consent });
      const answer = await call(parsed, tools.context, tools, consent as ConsentArguments);
      return withSteps(answer, tools.offered);
    },
  });
};

const ASKED = 'The user is asked to confirm it.';
const PREVIEWED =
  'The first call returns a preview; call again with its confirmation. A person confirms large amounts in a terminal.';

const text = (description: string) => ({ type: 'string', description });
const REPEAT = text('earlier request to make a second time on purpose');
const CONFIRMATION = text('from the preview');
const BUSINESS = text('business id (default: of the profile)');

/** Converts an object schema. Patterns are left out: not every client knows their syntax. */
function toInputSchema(
  schema: z.ZodMiniType,
  extras: Readonly<Record<string, object>>,
): InputSchema {
  const { properties, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const key of ['pattern', 'minLength', 'maxLength']) delete jsonSchema[key];
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return {
    type: 'object',
    properties: { ...(properties as InputSchema['properties']), ...extras },
    required,
    additionalProperties: false,
  };
}

/** Returns an argument with its description, as a copy of its schema. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string) {
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description });
  return copy;
}

export const flagArguments = <F extends Flags>(flags: F) =>
  Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      described(z.optional(schemaOf(flag)), flag.help),
    ]),
  ) as unknown as { readonly [Name in keyof F]: z.ZodMiniOptional<z.ZodMiniType> };

function schemaOf({ syntax, takes, choices }: Flag): z.ZodMiniType {
  if (takes === 'nothing') return z.boolean();
  if (takes === 'many') return z.array(z.string());
  if (choices !== undefined) {
    const words = z.enum(choices as [string, ...string[]]);
    return syntax.includes(',...') ? z.array(words) : words;
  }
  if (/<(?:n|days)>$/.test(syntax)) return z.int();
  return syntax.endsWith('<dollars>') ? z.number() : z.string();
}

/** Reads arguments as the flags of the same names. Throws `UsageError` for values that a flag does not take. */
export const readFlagArguments = <F extends Flags>(flags: F, args: Arguments) =>
  readValues(flags, (name) => {
    const value = args[name];
    if (value === undefined || value === false) return [];
    if (!Array.isArray(value)) return [String(value)];
    return flags[name]?.takes === 'many' ? value.map(String) : [value.join(',')];
  });
