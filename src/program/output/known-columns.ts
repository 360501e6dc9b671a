import type { z } from 'zod/mini';
import { closestMatches } from '../../cli/closest-match.ts';
import type { AnyCommand } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { elementOf, shapeOf, unwrap } from '../../contract/schema/schema-introspection.ts';
import { valueAtPath } from '../../render/format-cell.ts';
import type { Tabular } from '../../render/view.ts';

type Schema = z.core.$ZodType;
type Command = Pick<AnyCommand, 'view' | 'calls' | 'writes'>;

/** Refuses a result none of whose records has a column that was asked for. Throws `UsageError`. */
export type CheckRecords = (data: unknown) => void;

/**
 * Refuses columns that no record of a command can have: neither its view nor the contract knows them. Below a member that the
 * contract leaves open any name may stand. Where no contract describes what is read, its records are checked when they are
 * there. Throws `UsageError` with the nearest names, and those that are known.
 */
export function assertKnownColumns(
  asked: readonly string[],
  command: Command,
  path: string,
): CheckRecords {
  const { view } = command;
  if (!('columns' in view)) {
    throw new UsageError(`--columns applies to records; remit ${path} prints none.`);
  }
  const records = recordsOf(command, view);
  const own = [
    ...view.columns.map(({ key }) => key),
    ...((view.kind === 'list' && view.also) || []),
    ...(view.kind === 'either' ? ['error'] : []),
  ];
  const known = [...new Set([...own, ...records.flatMap((it) => Object.keys(shapeOf(it)))])];
  const isKnown = (column: string) =>
    known.includes(column) || records.some((it) => mayHold(it, column.split('.')));
  const unknown = asked.filter((it) => !isKnown(it));
  if (records.length > 0 || command.writes) refuse(unknown, known, path);
  return (data) => {
    const rows = rowsIn(data, view);
    const has = (column: string) => rows.some((it) => valueAtPath(it, column) !== undefined);
    if (rows.length > 0)
      refuse(
        unknown.filter((it) => !has(it)),
        known,
        path,
      );
  };
}

function refuse(unknown: readonly string[], known: readonly string[], path: string): void {
  if (unknown.length === 0) return;
  const problems = unknown.map((it) => problemOf(it, known, path));
  throw new UsageError([...problems, `Known: ${known.join(', ')}`], {
    problems: problems.map((message) => ({ field: 'columns', message })),
    next: [`for other fields: remit ${path} --query '…' --csv`],
  });
}

/** The records of a result that is there as a whole; none of one that comes bit by bit. */
function rowsIn(data: unknown, view: Tabular): readonly unknown[] {
  const rows =
    view.kind === 'record' && view.rows !== undefined ? valueAtPath(data, view.rows) : data;
  if (Array.isArray(rows)) return rows;
  const isRecord = typeof rows === 'object' && rows !== null && !(Symbol.asyncIterator in rows);
  return isRecord ? [rows] : [];
}

function problemOf(column: string, known: readonly string[], path: string): string {
  const lower = new Map(known.map((it) => [it.toLowerCase(), it]));
  const near = closestMatches(column.toLowerCase(), [...lower.keys()]).map((it) => lower.get(it));
  const hint = near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`;
  return `--columns: no record of remit ${path} has '${column}'${hint}`;
}

/**
 * The records that a command prints: those of its operations, or of which these answer lists, that hold most of its columns.
 * What else it calls is read for its sake.
 */
function recordsOf({ calls = [] }: Command, { columns }: Tabular): readonly Schema[] {
  return (calls as readonly Operation[])
    .map(({ response }) => elementOf(shapeOf(response)['data'] ?? response) ?? response)
    .filter((it) => {
      const held = columns.filter(({ key }) => Object.hasOwn(shapeOf(it), key.split('.')[0] ?? ''));
      return held.length > columns.length / 2;
    });
}

/** Whether a record may hold a member at this path: one that the contract knows, and below it what it leaves open. */
function mayHold(record: Schema, [name = '', ...deeper]: readonly string[]): boolean {
  const member = shapeOf(record)[name];
  return member !== undefined && (deeper.length === 0 || isOpenTo(member, deeper));
}

/** Objects of the contract hold members that nobody knew; an item of a list is known by its position: `lineItems.0.total`. */
function isOpenTo(schema: Schema, [at = '', ...deeper]: readonly string[]): boolean {
  const element = elementOf(schema);
  if (!element) return !SCALAR.has(unwrap(schema)._zod.def.type);
  return /^\d+$/.test(at) && (deeper.length === 0 || isOpenTo(element, deeper));
}

const SCALAR: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'literal']);
