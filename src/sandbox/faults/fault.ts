/** Injected faults: checks, and their rows. */

import { z } from 'zod/mini';
import { type FaultSpec, faultSchema } from '../../api/controls/faults.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { specOperations } from '../../api/operations/operations.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

/**
 * Checks that a fault has an effect and does not contradict itself.
 *
 * @throws {ApiError} 400 if it has no effect, 422 if it contradicts itself
 */
export function checkFault(spec: FaultSpec): void {
  if (effects.every((name) => spec[name] === undefined)) {
    throw new ApiError(400, 'missing_field', `Specify one of ${effects.join(', ')}.`);
  }
  const { drop, status, applied, match, headers = {} } = spec;
  if (drop !== undefined && responseEffects.some((name) => spec[name] !== undefined)) {
    throw createInvalidFieldError(
      'invalid_fault',
      'drop',
      'A dropped request has no response to change.',
    );
  }
  if (applied && status === undefined) {
    throw createInvalidFieldError('invalid_fault', 'applied', 'applied requires status.');
  }
  if (match.operation !== undefined && !operationIds.has(match.operation)) {
    throw createInvalidFieldError(
      'unknown_operation',
      'match.operation',
      `Operation ${match.operation} does not exist.`,
    );
  }
  for (const [name, text] of Object.entries(headers)) checkHeader(name, text);
}

/** Converts a row to the fault that the controls show. Effects that were not set are null. */
export function toFault({ id, wish, times_left, times_applied, created_at }: Row<'faults'>) {
  const noEffects = Object.fromEntries(
    [...effects, 'probability', 'seed'].map((name) => [name, null]),
  );
  return {
    id,
    ...noEffects,
    ...parseFaultSpec(wish),
    timesLeft: times_left,
    timesApplied: times_applied,
    createdAt: created_at,
  };
}

/** Parses the JSON of a saved fault. */
export const parseFaultSpec = (text: string): FaultSpec => z.parse(faultSchema(), JSON.parse(text));

const responseEffects = ['status', 'cut', 'headers', 'set', 'body'] as const;
const effects = ['delayMs', 'drop', ...responseEffects] as const;

const operationIds: ReadonlySet<string> = new Set(specOperations.map(({ id }) => id));

/** Throws a 422 for a header that a response cannot carry, or that would break its framing. */
function checkHeader(name: string, text: string): void {
  const isFramingHeader = /^(?:content-length|transfer-encoding|connection)$/i.test(name);
  const isWellFormed = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(text);
  if (isWellFormed && !isFramingHeader) return;
  throw createInvalidFieldError(
    'invalid_fault',
    'headers',
    `A fault cannot set the header ${name}.`,
  );
}
