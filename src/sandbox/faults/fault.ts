/** Specifications of injected faults. */

import { z } from 'zod/mini';
import { ApiError } from '../../contract/http/api-error.ts';
import { specOperations } from '../../contract/operations.ts';
import { readBody } from '../context/parse-input.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

const TEN_MINUTES_MS = 600_000;

/** A filter for requests of the service: all of them if it is empty. */
export type FaultRequestFilter = z.output<typeof FaultRequestFilter>;
export const FaultRequestFilter = z.object({
  method: z.optional(z.string()),
  /**
   * The prefix of a path, or a pattern of the whole path: `*` is any part of one segment, `**` any number of segments.
   */
  path: z.optional(z.string().check(z.startsWith('/api'))),
  operation: z.optional(z.string()),
});

/** A fault to inject: the requests it matches, its effect on their responses, and its limits. */
export type FaultSpec = z.output<typeof FaultSpec>;
export const FaultSpec = z.object({
  match: z._default(FaultRequestFilter, {}),
  /** Status of the response, sent without running the handler. */
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  /** Runs the handler and keeps its effects, but sends `status` instead of its response. */
  applied: z._default(z.boolean(), false),
  /** Milliseconds before the request is handled. */
  delayMs: z.optional(z.int().check(z.minimum(1), z.maximum(TEN_MINUTES_MS))),
  /** Drops the connection without a response, before or after the handler runs. */
  drop: z.optional(z.enum(['before', 'after'])),
  /** Breaks the connection after this many bytes of the body. */
  cut: z.optional(z.int().check(z.minimum(0))),
  headers: z.optional(z.record(z.string(), z.string())),
  /**
   * Replaces values in the JSON of the response, by path.
   *
   * @example `payments.0.amount`
   */
  set: z.optional(z.record(z.string(), z.unknown())),
  /** Replaces the body: text as it is, anything else as JSON. */
  body: z.optional(z.unknown()),
  times: z._default(z.nullable(z.int().check(z.minimum(1))), 1),
  probability: z.optional(z.number().check(z.positive(), z.maximum(1))),
  /** Seed for `probability`, to make its choices repeatable. */
  seed: z.optional(z.int().check(z.minimum(0), z.maximum(0xff_ff_ff_ff))),
});

/**
 * Parses a fault.
 *
 * @throws {ApiError} 400 if it is malformed or has no effect, 422 if it contradicts itself
 */
export function readFault(body: unknown): FaultSpec {
  const spec = readBody(FaultSpec, body);
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
  return spec;
}

/** Converts a row to the fault that the controls show. Effects that were not set are null. */
export function toFault({ id, wish, times_left, struck, created_at }: Row<'faults'>) {
  const noEffects = Object.fromEntries(
    [...effects, 'probability', 'seed'].map((name) => [name, null]),
  );
  return {
    id,
    ...noEffects,
    ...parseFaultSpec(wish),
    timesLeft: times_left,
    struck,
    createdAt: created_at,
  };
}

/** Parses the JSON of a saved fault. */
export const parseFaultSpec = (text: string): FaultSpec => z.parse(FaultSpec, JSON.parse(text));

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
