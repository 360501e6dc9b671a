import { isUtf8 } from 'node:buffer';
import * as z from 'zod/mini';
import { ConfigError } from '../../config/errors.ts';
import { DuplicateKeyError, parseStrictJson } from '../../strict-json.ts';
import type { RunPort } from '../port.ts';
import { assertPlanIntact, type PlanFile, planFileSchema } from './plan.ts';

/**
 * Reads a plan file.
 *
 * @throws {ConfigError} If the file is not a plan of this version, has an unknown member, the same one twice, or too many
 *   rows.
 * @throws {GuardError} If it was modified after it was made.
 */
export async function readPlan(context: RunPort, path: string): Promise<PlanFile> {
  const { bytes } = await context.files.readFile(path);
  const name = path === '-' ? 'standard input' : path;
  if (!isUtf8(bytes)) throw new ConfigError(`${name} is not UTF-8 text.`);
  const { success, data, error } = z.safeParse(planFileSchema, jsonIn(bytes, name));
  if (!success) {
    const [problem] = error.issues;
    throw new ConfigError(
      `${name} is not a plan of this version (${problem?.path.join('.') || 'the file'}: ${problem?.message}).`,
      ['remit run plan --out <plan file>'],
    );
  }
  assertPlanIntact(data, path);
  return data;
}

function jsonIn(bytes: Uint8Array, name: string): unknown {
  try {
    return parseStrictJson(Buffer.from(bytes).toString());
  } catch (error) {
    const reason = error instanceof DuplicateKeyError ? error.message : 'it is not JSON';
    throw new ConfigError(`${name} is not a plan: ${reason}.`);
  }
}
