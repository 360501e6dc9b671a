/** The type of a control, and the types of its input and output. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import type { Method } from '../operations/operation.ts';

/**
 * A control of a sandbox: a request under `/sandbox` that no real service answers. Route, client, types, command, help
 * and completion are made from this record; no other code contains its path.
 */
export interface Control {
  /** Group and name: `clock.advance` is `sandbox.clock.advance` of the library, and an operation of the OpenAPI document. */
  readonly id: `${string}.${string}`;
  /** Method and path. The path's `{placeholders}` are members of the input. */
  readonly route: `${Method} /sandbox/${string}`;
  /** True if due jobs run, or all of the ledger is read: a response may take hours in a large sandbox. */
  readonly isLong?: true;
  /**
   * All members as one object: those of the path, and the others as the query of a `GET` or the JSON body of another method.
   * Absent if there are none. A member that `withFlag` made is an argument or a flag of the command.
   */
  readonly input?: () => z.core.$ZodObject;
  readonly output: () => z.core.$ZodType;
  /** The words of its command after `remit sandbox`; absent if it has none, or one written by hand. */
  readonly command?: string;
  /** Members that the command sends if they are not given. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly about?: string;
  /** The columns of the command's output; by default the members of `output`. */
  readonly columns?: readonly string[];
  /** The message for an empty list. */
  readonly empty?: string;
  readonly printsSecret?: true;
  /** Examples of the command by caption, each without its words; by default without arguments, and with `--json`. */
  readonly examples?: Readonly<Record<string, string>>;
  /** The control that the command calls instead if no member is given that the other does not have. */
  readonly otherwise?: Control;
}

/** Controls by name. */
export type Controls = Readonly<Record<string, Control>>;

/** Defines controls. Each schema is created when it is first asked for, and once. */
export const defineControls = <const Table extends Controls>(table: Table): Table =>
  Object.fromEntries(
    Object.entries(table).map(([name, control]) => {
      const { input, output } = control;
      return [
        name,
        { ...control, ...(input && { input: memoize(input) }), output: memoize(output) },
      ];
    }),
  ) as unknown as Table;

/** Returns method and path of a control. */
export function routeOf({ route }: Control): { readonly method: Method; readonly path: string } {
  const [method, path = ''] = route.split(' ');
  return { method: method as Method, path };
}

type HasInput = Readonly<Record<'input', () => unknown>>;

/** The input of a call. */
export type ControlInput<Op extends Control> = Op extends HasInput
  ? z.input<ReturnType<Op['input']>>
  : Readonly<Record<never, never>>;

/** The input of a handler, after validation. */
export type ParsedControlInput<Op extends Control> = Op extends HasInput
  ? z.output<ReturnType<Op['input']>>
  : Readonly<Record<never, never>>;

/** The output of a call. */
export type ControlOutput<Op extends Control> = z.output<ReturnType<Op['output']>>;

/** The syntax and the help of an argument or a flag. `-b` is the global flag. */
interface FlagText {
  readonly syntax: string;
  readonly help: string;
}

const flags = z.registry<FlagText>();

/** Returns a copy of a member's schema that is an argument or a flag of the command. Its values are read as the schema says. */
export function withFlag<Schema extends z.ZodMiniType>(
  schema: Schema,
  syntax: string,
  help: string,
): Schema {
  const copy = schema.clone();
  flags.add(copy, { syntax, help });
  return copy;
}

/** Returns the argument or flag of a member; `undefined` if no command sets it. */
export const flagOf = (schema: z.core.$ZodType): FlagText | undefined => flags.get(schema);
