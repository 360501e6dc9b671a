import * as z from 'zod/mini';
import type { LooseInput } from '../api/client/build-request.ts';
import type { FilePart } from '../api/http/http-types.ts';
import type { NamedOperation } from '../api/operations/operations.ts';
import { UsageError } from '../money/errors.ts';
import { type Reauthorization, readReauthorization } from '../money/gate/reauthorization.ts';
import { toOperationInput } from '../runtime/operation-input.ts';
import { extrasOf } from './input-schema.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** The arguments of a tool, read: the request, and the arguments that are not part of it. */
export interface ToolRequest {
  readonly input: LooseInput;
  readonly businessId: string | undefined;
  /** The earlier request that it deliberately repeats. */
  readonly repeatOf: string | undefined;
  readonly confirmation: string | undefined;
  readonly reauthorized: Reauthorization | undefined;
}

/**
 * Sorts the arguments into the parts of the request.
 *
 * @throws {UsageError} with all problems at once.
 */
export function readArguments(
  op: NamedOperation,
  args: Arguments,
  business: () => string,
): ToolRequest {
  const extras = Object.keys(extrasOf(op));
  const fields = op.consumes ? { ...args, file: fileIn(args) } : args;
  const input = toOperationInput(op, fields, { business, extras, unit: 'dollars' });
  const extra = (name: string) => textIn(extras.includes(name) ? args[name] : undefined, name);
  return {
    input,
    businessId: extra('businessId'),
    repeatOf: extra('repeatOf'),
    confirmation: extra('confirmation'),
    reauthorized: extras.includes('reauthorized')
      ? readReauthorization(args['reauthorized'], args['reason'])
      : undefined,
  };
}

function fileIn({ filename, contentBase64 }: Arguments): FilePart {
  const isFile = typeof filename === 'string' && typeof contentBase64 === 'string';
  if (isFile && base64.test(contentBase64)) {
    return { filename, bytes: Buffer.from(contentBase64, 'base64') };
  }
  throw new UsageError('A file is required: filename, and contentBase64 (Base64).', {
    problems: [{ field: 'contentBase64', message: 'must be Base64' }],
  });
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

function textIn(value: unknown, field: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new UsageError(`${field} must be text.`, {
    problems: [{ field, message: 'must be text' }],
  });
}

/**
 * Returns the arguments of a tool that is no operation, checked.
 *
 * @throws {UsageError} if they do not match the schema.
 */
export function parseArguments<Schema extends z.ZodMiniType>(
  schema: Schema,
  args: Arguments,
): z.output<Schema> {
  const { data, error } = z.safeParse(schema, args);
  if (data !== undefined) return data;
  const problems = (error?.issues ?? [])
    .flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]))
    .map((field) => ({ field, message: "does not match the tool's input schema" }));
  throw new UsageError("The arguments do not match the tool's input schema.", { problems });
}
