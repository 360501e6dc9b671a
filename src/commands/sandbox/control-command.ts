/** The commands that are made from the table of controls. */

import type { z } from 'zod/mini';
import type { Control } from '../../api/controls/control.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { isMoney } from '../../api/schema/field-types.ts';
import {
  definitionOf,
  dropsUnknownFields,
  elementOf,
  shapeOf,
  unwrap,
} from '../../api/schema/schema-introspection.ts';
import type { AnyCommand } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import type { Flags } from '../../cli/flags/flag.ts';
import { memoize } from '../../memoize.ts';
import { UsageError } from '../../money/errors.ts';
import { columns, eitherOf, listOf, recordOf, type View } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import {
  flagFor,
  GLOBAL_BUSINESS,
  isArgument,
  isFileFlag,
  type Member,
  membersOf,
} from './control-flags.ts';
import { dirFlag } from './data-dir.ts';

/**
 * Returns the command of a control. Its flags and its view are created when they are first asked for: help of the other
 * commands needs none of its schemas.
 */
export function controlCommand(
  control: Control,
  name: string,
  summary: string,
  sections?: AnyCommand['sections'],
): AnyCommand {
  const members = memoize(() => (control.input ? membersOf(control.input()) : []));
  const flags = memoize(() => flagsOf(members()));
  const view = memoize(() => viewOf(control));
  const {
    about,
    printsSecret,
    examples = { [control.summary]: '', 'Print JSON': '--json' },
  } = control;
  return {
    name: name.split(' ').at(-1) ?? name,
    summary,
    sends: true,
    ...(about !== undefined && { about }),
    ...(printsSecret && { printsSecret }),
    ...(sections && { sections }),
    examples: Object.fromEntries(
      Object.entries(examples).map(([caption, rest]) => [
        caption,
        `remit sandbox ${name} ${rest}`.trim(),
      ]),
    ),
    get args() {
      const { args } = flags();
      return Object.keys(args).length > 0 ? args : undefined;
    },
    get flags() {
      return { ...dirFlag, ...flags().flags };
    },
    get view() {
      return view();
    },

    async run({ context, args, flags: given }) {
      const values = { ...args, ...given };
      const input = { ...control.defaults, ...(await inputOf(members(), values, context)) };
      const { call } = await controlOf(context, given['dir'] as string | undefined);
      const asked = withoutChange(control, input) ?? control;
      return call(asked, input).catch((error: unknown) => {
        throw inFlags(error, members());
      });
    },
  };
}

function flagsOf(members: readonly Member[]): Readonly<Record<'args' | 'flags', Flags>> {
  const own = members.filter(({ syntax }) => syntax !== GLOBAL_BUSINESS);
  const pick = (isOfPart: (member: Member) => boolean) =>
    Object.fromEntries(own.filter(isOfPart).map((member) => [member.path, flagFor(member)]));
  return { args: pick(isArgument), flags: pick((it) => !isArgument(it)) };
}

export function viewOf({ output, columns: given, empty = 'None.', otherwise }: Control): View {
  const item = elementOf(output()) ?? output();
  const specs = given ?? columnSpecsOf(item);
  if (specs.length === 0) return { kind: 'json' };
  if (elementOf(output())) return listOf(columns(...specs), empty);
  const isEither = otherwise !== undefined && elementOf(otherwise.output()) !== undefined;
  return isEither ? eitherOf(columns(...specs)) : recordOf(columns(...specs));
}

/** Returns the members that were given, nested by their paths; those of files are read. */
async function inputOf(
  members: readonly Member[],
  values: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Readonly<Record<string, unknown>>> {
  const input: Record<string, unknown> = {};
  for (const member of members) {
    const value =
      member.syntax === GLOBAL_BUSINESS ? context.globalFlags.business : values[member.path];
    if (value === undefined) continue;
    const [outer = '', inner] = member.path.split('.');
    const read = isFileFlag(member) ? await fileValue(member, String(value), context) : value;
    input[outer] = inner === undefined ? read : { ...(input[outer] as object), [inner]: read };
  }
  return input;
}

/** Returns the secret in a file, or its JSON if the member is an object. */
async function fileValue({ schema, path, syntax }: Member, file: string, { files }: Context) {
  if (definitionOf(schema).type === 'string') return files.readSecret(file, labelOf(path));
  const text = await files.readText(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${syntax.split(' ')[0]} is not JSON.`);
  }
}

/** Returns the name of a member at a prompt: `Password`. */
const labelOf = (path: string) =>
  path.replace(/^.*\./, '').replace(/^./, (letter) => letter.toUpperCase());

/** Returns the control to call instead, if no member was given that this one does not have. */
function withoutChange(
  { otherwise }: Control,
  input: Readonly<Record<string, unknown>>,
): Control | undefined {
  const known = Object.keys(otherwise?.input ? shapeOf(otherwise.input()) : {});
  return Object.keys(input).every((name) => known.includes(name)) ? otherwise : undefined;
}

/** Returns an error about members of the request with the arguments and flags that set them. */
function inFlags(error: unknown, members: readonly Member[]): unknown {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return error;
  const typed = new Map(members.map(({ path, syntax }) => [path, syntax.split(' ')[0] ?? path]));
  const message = error.message.replaceAll(/[\w.]*\w/g, (word) => typed.get(word) ?? word);
  return new ApiError(error.status, error.code, message, { ...error });
}

type Schema = z.core.$ZodType;

/**
 * Returns the columns of a record as `columns` reads them: its members, and those of objects in it. None for a record that
 * may have further members.
 */
const columnSpecsOf = (record: Schema, prefix = ''): readonly string[] =>
  dropsUnknownFields(record)
    ? Object.entries(shapeOf(record)).flatMap(([name, member]) =>
        dropsUnknownFields(member)
          ? columnSpecsOf(member, `${prefix}${name}.`)
          : [`${prefix}${name}:${name === 'status' ? 'state' : kindOf(unwrap(member))}`],
      )
    : [];

function kindOf(schema: Schema): string {
  if (isMoney(schema)) return 'money';
  const def = definitionOf(schema);
  if (def.type === 'string') return formatKinds.get('format' in def ? def.format : '') ?? 'text';
  return kinds.get(def.type) ?? 'json';
}

const formatKinds = new Map<unknown, string>([
  ['datetime', 'time'],
  ['date', 'date'],
]);

const kinds = new Map<string, string>([
  ['enum', 'text'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);
