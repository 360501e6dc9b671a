/** Checks the names of columns: those of `--columns`, and those of a setting. */

import type { z } from 'zod/mini';
import type { Operation } from '../../api/operations/operation.ts';
import { elementOf, shapeOf, unwrap } from '../../api/schema/schema-introspection.ts';
import { isRecord } from '../../is-record.ts';
import { UsageError } from '../../money/errors.ts';
import { valueAtPath } from '../../render/format-cell.ts';
import { ALL_COLUMNS } from '../../render/options.ts';
import type { Tabular } from '../../render/view.ts';
import { closestMatches } from '../closest-match.ts';
import type { AnyCommand } from '../command.ts';

type Schema = z.core.$ZodType;
type Command = Pick<AnyCommand, 'view' | 'calls' | 'writes'>;

/**
 * Checks a result against the columns of `--columns`.
 *
 * @throws {UsageError} if none of its records has one of them.
 */
export type CheckRecords = (data: unknown) => void;

/** The command of some columns, and the flag or setting that names them. */
export interface ColumnSource {
  readonly path: string;
  readonly from?: string;
}

/**
 * Refuses columns that no record of a command can have, because neither its view nor the contract contains them. Any
 * name is allowed below a field that the contract leaves open. If no contract describes the records of a read, the
 * returned function checks them once they are there.
 *
 * @throws {UsageError} with the closest names and the known ones.
 */
export function assertKnownColumns(
  asked: readonly string[],
  command: Command,
  { path, from = '--columns' }: ColumnSource,
): CheckRecords {
  const { view } = command;
  // The records of a raw response are not known before it is there; it checks the columns itself.
  if (view.kind === 'json' && view.hasRows) return () => {};
  if (!('columns' in view)) {
    throw new UsageError(`--columns applies to records; remit ${path} prints none.`);
  }
  if (asked.length === 1 && asked[0] === ALL_COLUMNS) return () => {};
  const records = recordsOf(command, view);
  const known = knownColumnsOf(command);
  const isKnown = (column: string) =>
    known.includes(column) || records.some((it) => mayHold(it, column.split('.')));
  const unknown = asked.filter((it) => !isKnown(it));
  const refuseAll = (columns: readonly string[]) => refuse(columns, known, { path, from });
  if (records.length > 0 || command.writes) refuseAll(unknown);
  return (data) => {
    const rows = rowsIn(data, view);
    const has = (column: string) => rows.some((it) => valueAtPath(it, column) !== undefined);
    if (rows.length > 0) refuseAll(unknown.filter((it) => !has(it)));
  };
}

/** Returns the names of the columns that records of a command can have: those of its view, and those of the contract. */
export function knownColumnsOf(command: Command): readonly string[] {
  const { view } = command;
  if (!('columns' in view)) return [];
  const own = [
    ...view.columns.map(({ key }) => key),
    ...((view.kind === 'list' && view.also) || []),
    ...(view.kind === 'either' ? ['error'] : []),
  ];
  const ofContract = recordsOf(command, view).flatMap((it) => Object.keys(shapeOf(it)));
  return [...new Set([...own, ...ofContract])];
}

function refuse(
  unknown: readonly string[],
  known: readonly string[],
  { path, from }: Required<ColumnSource>,
): void {
  if (unknown.length === 0) return;
  const problems = unknown.map((it) => `${from}: ${problemOf(it, known, path)}`);
  throw new UsageError([...problems, `Known: ${known.join(', ')}`], {
    problems: problems.map((message) => ({ field: 'columns', message })),
    next: [`for other fields: remit ${path} --query '…' --csv`],
  });
}

/** Returns the records of a result that is complete; none of one that is streamed. */
function rowsIn(data: unknown, view: Tabular): readonly unknown[] {
  const rows =
    view.kind === 'record' && view.rows !== undefined ? valueAtPath(data, view.rows) : data;
  if (Array.isArray(rows)) return rows;
  return isRecord(rows) && !(Symbol.asyncIterator in rows) ? [rows] : [];
}

function problemOf(column: string, known: readonly string[], path: string): string {
  const lower = new Map(known.map((it) => [it.toLowerCase(), it]));
  const near = closestMatches(column.toLowerCase(), [...lower.keys()]).map((it) => lower.get(it));
  const hint = near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`;
  return `no record of remit ${path} has '${column}'${hint}`;
}

/**
 * Returns the schemas of the records that a command prints: those of its operations, or of the items of their lists,
 * that contain more than half of its columns. Its other operations only provide input.
 */
function recordsOf({ calls = [] }: Command, { columns }: Tabular): readonly Schema[] {
  return (calls as readonly Operation[])
    .map((op) => op.response())
    .map((response) => elementOf(shapeOf(response)['data'] ?? response) ?? response)
    .filter((it) => {
      const held = columns.filter(({ key }) => Object.hasOwn(shapeOf(it), key.split('.')[0] ?? ''));
      return held.length > columns.length / 2;
    });
}

/**
 * Reports whether a record may have a field at this path: a field of the contract, and anything below it that is left
 * open.
 */
function mayHold(record: Schema, [name = '', ...deeper]: readonly string[]): boolean {
  const member = shapeOf(record)[name];
  return member !== undefined && (deeper.length === 0 || isOpenTo(member, deeper));
}

/**
 * Reports whether a field may have this path below it. Objects of the contract may have unknown fields; an item of a
 * list is given by its index: `lineItems.0.total`.
 */
function isOpenTo(schema: Schema, [at = '', ...deeper]: readonly string[]): boolean {
  const element = elementOf(schema);
  if (!element) return !SCALAR.has(unwrap(schema)._zod.def.type);
  return /^\d+$/.test(at) && (deeper.length === 0 || isOpenTo(element, deeper));
}

const SCALAR: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum', 'literal']);
