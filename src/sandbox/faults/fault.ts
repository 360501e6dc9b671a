import type { Generated } from 'kysely';
import { z } from 'zod/mini';
import { ApiError } from '../../contract/http/api-error.ts';
import { specOperations } from '../../contract/operations.ts';
import { readBody } from '../context/parse-input.ts';
import { createInvalidFieldError } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';

const TEN_MINUTES_MS = 600_000;

/** Which requests of the service are meant: all of them, as far as nothing is said. */
export type FaultRequestFilter = z.output<typeof FaultRequestFilter>;
export const FaultRequestFilter = z.object({
  method: z.optional(z.string()),
  /** The beginning of a path; with `*` for one segment or a part of it and `**` for any number, the whole of it. */
  path: z.optional(z.string().check(z.startsWith('/api'))),
  operation: z.optional(z.string()),
});

/** A fault that somebody orders: which requests it meets, what becomes of their answers, and how often. */
export type FaultSpec = z.output<typeof FaultSpec>;
export const FaultSpec = z.object({
  match: z._default(FaultRequestFilter, {}),
  /** Answered in place of the service, which never hears of the request. */
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  /** The service does hear of it, and what it did stays: only its answer gets lost behind the status. */
  applied: z._default(z.boolean(), false),
  /** How long the request waits before anybody sees it. */
  delayMs: z.optional(z.int().check(z.minimum(1), z.maximum(TEN_MINUTES_MS))),
  /** The connection breaks without an answer, before or after the service has done what was asked. */
  drop: z.optional(z.enum(['before', 'after'])),
  /** After so many bytes of the body the connection breaks. */
  cut: z.optional(z.int().check(z.minimum(0))),
  headers: z.optional(z.record(z.string(), z.string())),
  /** Other values for members of the answer's JSON, by their names: `payments.0.amount`. */
  set: z.optional(z.record(z.string(), z.unknown())),
  /** In place of the answer's own body: text as it is, anything else as JSON. */
  body: z.optional(z.unknown()),
  times: z._default(z.nullable(z.int().check(z.minimum(1))), 1),
  probability: z.optional(z.number().check(z.positive(), z.maximum(1))),
  /** Makes the chance of `probability` fall the same way each time. */
  seed: z.optional(z.int().check(z.minimum(0), z.maximum(0xff_ff_ff_ff))),
});

/** A fault as it was ordered. Throws `ApiError`: 400 for what is no fault, 422 for one that contradicts itself. */
export function readFault(body: unknown): FaultSpec {
  const wish = readBody(FaultSpec, body);
  if (effects.every((name) => wish[name] === undefined)) {
    throw new ApiError(400, 'missing_field', `Specify one of ${effects.join(', ')}.`);
  }
  const { drop, status, applied, match, headers = {} } = wish;
  if (drop !== undefined && answered.some((name) => wish[name] !== undefined)) {
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
  return wish;
}

/** A fault as the controls show it: what was not ordered is null. */
export function toFault({ id, wish, times_left, struck, created_at }: Row<'faults'>) {
  const nothing = Object.fromEntries([...effects, 'probability', 'seed'].map((it) => [it, null]));
  return {
    id,
    ...nothing,
    ...parseFaultSpec(wish),
    timesLeft: times_left,
    struck,
    createdAt: created_at,
  };
}

export const parseFaultSpec = (text: string): FaultSpec => z.parse(FaultSpec, JSON.parse(text));

const answered = ['status', 'cut', 'headers', 'set', 'body'] as const;
const effects = ['delayMs', 'drop', ...answered] as const;

const operationIds: ReadonlySet<string> = new Set(specOperations.map(({ id }) => id));

/** What no answer can carry, or what would only mislead the one who sends it. */
function checkHeader(name: string, text: string): void {
  const isFraming = /^(?:content-length|transfer-encoding|connection)$/i.test(name);
  const isWellFormed = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(text);
  if (isWellFormed && !isFraming) return;
  throw createInvalidFieldError(
    'invalid_fault',
    'headers',
    `A fault cannot set the header ${name}.`,
  );
}

/** What is to go wrong between the sandbox and who asks it. */
export interface FaultTables {
  faults: {
    seq: Generated<number>;
    id: string;
    /** JSON of `FaultSpec`. */
    wish: string;
    /** How often it may still strike; null for ever. */
    times_left: number | null;
    struck: number;
    /** Where its own row of random numbers stands. */
    chance: number;
    created_at: string;
  };
}
