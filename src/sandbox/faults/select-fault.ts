/** Selection of the fault for a request. */

import type { FaultSpec } from '../../api/controls/faults.ts';
import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { prepared } from '../database/prepared.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { parseFaultSpec } from './fault.ts';

const RANGE = 0x1_00_00_00_00;

/** Returns a pseudo-random number in [0, 1) and the next state. Equal states give equal sequences. */
export function nextRandom(state: number): { readonly value: number; readonly next: number } {
  const next = (state + 0x6d_2b_79_f5) >>> 0;
  let hash = Math.imul(next ^ (next >>> 15), next | 1);
  hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61);
  return { value: ((hash ^ (hash >>> 14)) >>> 0) / RANGE, next };
}

/** The parts of a request that a fault is matched by. */
interface FaultTarget {
  readonly method: string;
  readonly path: string;
  /** Id of the operation; `undefined` for a route that is not in the specification, e.g. sign-in. */
  readonly operation: string | undefined;
}

/** Reports whether a filter matches a request: every field that is set has to match. */
export const matches = (
  match: FaultSpec['match'],
  { method, path, operation }: FaultTarget,
): boolean =>
  (match.method === undefined || match.method.toUpperCase() === method) &&
  (match.operation === undefined || match.operation === operation) &&
  (match.path === undefined || matchesPath(match.path, path));

const matchesPath = (pattern: string, path: string): boolean =>
  pattern.includes('*') ? globOf(pattern).test(path) : path.startsWith(pattern);

const globOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split(/(\*\*?)/)
      .map(partOf)
      .join('')}$`,
  );

function partOf(part: string): string {
  if (part === '**') return '.*';
  return part === '*' ? '[^/]*' : part.replaceAll(/[\\^$+?.()|[\]{}]/g, '\\$&');
}

/**
 * Returns the fault for a request: the oldest that matches, has hits left and wins its draw; `undefined` if there is
 * none.
 *
 * The hit is counted and logged in a transaction of its own, so that it is recorded even if the request fails. Call it
 * inside `runExclusive`.
 */
export async function selectFault(
  { db, transact }: Engine,
  request: FaultTarget & { readonly requestId: string },
): Promise<FaultSpec | undefined> {
  const rows = await activeFaults(db, {});
  const matching = rows
    .map((row) => ({ row, spec: parseFaultSpec(row.wish) }))
    .filter(({ spec }) => matches(spec.match, request));
  return matching.length === 0
    ? undefined
    : transact((context) => firstOf(matching, request, context));
}

const activeFaults = prepared((db) =>
  db
    .selectFrom('faults')
    .selectAll()
    .where((eb) => eb.or([eb('times_left', 'is', null), eb('times_left', '>', 0)]))
    .orderBy('seq'),
);

interface MatchingFault {
  readonly row: Row<'faults'>;
  readonly spec: FaultSpec;
}

async function firstOf(
  matching: readonly MatchingFault[],
  request: FaultTarget & { readonly requestId: string },
  context: HandlerContext,
): Promise<FaultSpec | undefined> {
  for (const candidate of matching) {
    if (await isTriggered(candidate, context)) {
      await log(candidate, request, context);
      return candidate.spec;
    }
  }
  return undefined;
}

/** Draws whether the fault hits this time. Its generator advances either way. */
async function isTriggered(
  { row, spec: { probability } }: MatchingFault,
  { db }: HandlerContext,
): Promise<boolean> {
  const { value, next } = nextRandom(row.chance);
  const doesHit = probability === undefined || value < probability;
  const timesLeft = row.times_left;
  await db
    .updateTable('faults')
    .set({
      chance: next,
      ...(doesHit && {
        times_applied: row.times_applied + 1,
        times_left: timesLeft === null ? null : timesLeft - 1,
      }),
    })
    .where('seq', '=', row.seq)
    .execute();
  return doesHit;
}

const log = (
  { row, spec }: MatchingFault,
  { method, path, operation, requestId }: FaultTarget & { readonly requestId: string },
  context: HandlerContext,
) =>
  emit(context, 'fault.applied', {
    id: row.id,
    businessId: null,
    data: { method, path, operation: operation ?? null, requestId, ...effectOf(spec) },
  });

const effectOf = ({ status, applied, delayMs, drop, cut, set }: FaultSpec) => ({
  ...(delayMs !== undefined && { delayMs }),
  ...(drop !== undefined && { drop }),
  ...(status !== undefined && { status, applied }),
  ...(cut !== undefined && { cut }),
  ...(set !== undefined && { set }),
});
