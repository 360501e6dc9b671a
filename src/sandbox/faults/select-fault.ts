/** Selection of the fault for a request. */

import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import type { Row } from '../database/tables.ts';
import { emit } from '../notifications/events.ts';
import { type FaultRequestFilter, type FaultSpec, parseFaultSpec } from './fault.ts';

const RANGE = 0x1_00_00_00_00;

/** Returns a pseudo-random number in [0, 1) and the next state. Equal states give equal sequences. */
export function nextRandom(chance: number): { readonly drawn: number; readonly next: number } {
  const next = (chance + 0x6d_2b_79_f5) >>> 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return { drawn: ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE, next };
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
  match: FaultRequestFilter,
  { method, path, operation }: FaultTarget,
): boolean =>
  (match.method === undefined || match.method.toUpperCase() === method) &&
  (match.operation === undefined || match.operation === operation) &&
  (match.path === undefined || fits(match.path, path));

const fits = (pattern: string, path: string): boolean =>
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
  { db, cachedQuery, transact }: Engine,
  request: FaultTarget & { readonly requestId: string },
): Promise<FaultSpec | undefined> {
  const rows = await cachedQuery(['faults'], 'faults', () => thatMayStrike(db));
  const meant = rows
    .map((row) => ({ row, wish: parseFaultSpec(row.wish) }))
    .filter(({ wish }) => matches(wish.match, request));
  return meant.length === 0 ? undefined : transact((world) => firstOf(meant, request, world));
}

const thatMayStrike = (db: Engine['db']) =>
  db
    .selectFrom('faults')
    .selectAll()
    .where((eb) => eb.or([eb('times_left', 'is', null), eb('times_left', '>', 0)]))
    .orderBy('seq')
    .execute();

interface Meant {
  readonly row: Row<'faults'>;
  readonly wish: FaultSpec;
}

async function firstOf(
  meant: readonly Meant[],
  request: FaultTarget & { readonly requestId: string },
  world: HandlerContext,
): Promise<FaultSpec | undefined> {
  for (const candidate of meant) {
    if (await hits(candidate, world)) {
      await log(candidate, request, world);
      return candidate.wish;
    }
  }
  return undefined;
}

/** Draws whether the fault hits this time. Its generator advances either way. */
async function hits(
  { row, wish: { probability } }: Meant,
  { db }: HandlerContext,
): Promise<boolean> {
  const { drawn, next } = nextRandom(row.chance);
  const doesHit = probability === undefined || drawn < probability;
  const left = row.times_left;
  await db
    .updateTable('faults')
    .set({
      chance: next,
      ...(doesHit && { struck: row.struck + 1, times_left: left === null ? null : left - 1 }),
    })
    .where('seq', '=', row.seq)
    .execute();
  return doesHit;
}

const log = (
  { row, wish }: Meant,
  { method, path, operation, requestId }: FaultTarget & { readonly requestId: string },
  world: HandlerContext,
) =>
  emit(world, {
    type: 'fault.struck',
    resource: { type: 'fault', id: row.id },
    businessId: null,
    data: { method, path, operation: operation ?? null, requestId, ...effectOf(wish) },
  });

const effectOf = ({ status, applied, delayMs, drop, cut, set }: FaultSpec) => ({
  ...(delayMs !== undefined && { delayMs }),
  ...(drop !== undefined && { drop }),
  ...(status !== undefined && { status, applied }),
  ...(cut !== undefined && { cut }),
  ...(set !== undefined && { set }),
});
