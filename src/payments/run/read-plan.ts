import { isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';
import { ConfigError } from '../../config/errors.ts';
import { duplicateKeyIn } from '../../duplicate-keys.ts';
import type { RunPort } from '../port.ts';
import { createStringInterner } from './compact-payable.ts';
import { assertPlanIntact, type PlanFile, PlanHeader, planRows } from './plan.ts';
import { splitPlanJson } from './split-plan-json.ts';

/**
 * Reads a plan file.
 *
 * @throws {ConfigError} If the file is not a plan of this version, has an unknown member, or the same one twice.
 * @throws {GuardError} If it was modified after it was made.
 */
export async function readPlan(context: RunPort, path: string): Promise<PlanFile> {
  const { bytes } = await context.files.readFile(path);
  const parse = <Schema extends z.ZodMiniType>(schema: Schema, json: unknown, at: Place) => {
    const found = z.safeParse(schema, json);
    if (found.success) return found.data;
    const [problem] = found.error.issues;
    throw noPlan(path, [...at, ...(problem?.path ?? [])], problem?.message);
  };
  if (!isUtf8(bytes)) throw new ConfigError(`${nameOf(path)} is not UTF-8 text.`);
  // Payments are parsed one by one, so that a plan of 100,000 needs memory for the file and the compact rows only.
  const { header, rows } = splitPlanJson(bytes);
  const { plan, ...rest } = parse(PlanHeader, jsonIn(header, path), []);
  const payments: PlannedRow[] = [];
  const schema = planRows[plan.kind];
  const compact = compactor();
  const take = (row: unknown) =>
    payments.push(compact(parse(schema, row, ['plan', 'payments', payments.length])));
  for (const { text, memberCount } of rows) take(jsonIn(text, path, memberCount));
  for (const row of plan.payments) take(row);
  if (payments.length === 0) throw noPlan(path, ['plan', 'payments'], 'there are none');
  // The schema of the kind has checked each row.
  const file = { ...rest, plan: { ...plan, payments } } as PlanFile;
  assertPlanIntact(file, path);
  return file;
}

type PlannedRow = z.output<(typeof planRows)[keyof typeof planRows]>;
type Place = readonly PropertyKey[];

const nameOf = (path: string) => (path === '-' ? 'standard input' : path);

/**
 * Parses a part of a plan. A key that occurs twice is refused: people and programs could read different values. It counts
 * once in the value, so that a text with as many members has none.
 */
function jsonIn(content: string, path: string, memberCount?: number): unknown {
  const value = parsed(content, path);
  const key = membersIn(value) === memberCount ? undefined : duplicateKeyIn(content);
  if (key === undefined) return value;
  throw new ConfigError(
    `${nameOf(path)} is not a plan: the key ${key} occurs twice in one object.`,
  );
}

/** Returns the number of members of all objects in a parsed value. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  let count = Array.isArray(value) ? 0 : values.length;
  for (const it of values) if (typeof it === 'object') count += membersIn(it);
  return count;
}

function parsed(content: string, path: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new ConfigError(`${nameOf(path)} is not JSON and therefore not a plan.`);
  }
}

const noPlan = (path: string, at: Place, message = 'wrong') =>
  new ConfigError(
    `${nameOf(path)} is not a plan of this version (${at.join('.') || 'the file'}: ${message}).`,
    ['remit run plan --out <plan file>'],
  );

/** Creates a function that interns the strings many rows share. */
function compactor(): (row: PlannedRow) => PlannedRow {
  const intern = createStringInterner();
  return (row) => {
    const shared = {
      fundingSourceId: intern(row.fundingSourceId),
      estimatedSettlementDate: intern(row.estimatedSettlementDate),
      payeeId: intern(row.payeeId),
      payeeName: intern(row.payeeName),
    };
    if (!('payableId' in row)) return { ...row, ...shared };
    return {
      ...row,
      ...shared,
      scheduledDate: intern(row.scheduledDate),
      connectionId: intern(row.connectionId),
      dueDate: intern(row.dueDate),
      status: intern(row.status),
    };
  };
}
