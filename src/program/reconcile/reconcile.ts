import { setTimeout as pause } from 'node:timers/promises';
import type { ReconcileWishes } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import type { Client } from '../../http/client.ts';
import type { Doubt } from '../../journal/doubt.ts';
import type { Intent } from '../../journal/intent.ts';
import type { Journal } from '../../journal/journal.ts';
import { type Evidence, type Finding, judge } from '../../journal/judge.ts';
import { Interrupted } from '../failures.ts';
import { evidenceOf } from './evidence.ts';

/** What reconciling is done with. */
export interface Reconciling {
  readonly journal: Journal;
  readonly client: Client;
  /** The address that the client speaks to: doubts about another are left alone. */
  readonly origin: string;
  readonly business: string | undefined;
  /** Seconds that must have passed since the last send, unless the wishes say otherwise. */
  readonly quietSeconds: number;
  readonly notice: (line: string) => void;
  readonly interrupted: AbortSignal;
  readonly clock: () => number;
}

/** An intent that was looked into: what became of it, and why that is known or not. */
export interface Reconciled extends Intent {
  readonly reason: string;
}

/** Two equal reads are this far apart, at most. */
const BETWEEN_READS_MS = 1_000;

/**
 * Settles the doubts that the service's own records settle, and says of the others what only a person can find out.
 * Waits until the service has been left in peace for a while, since a late commit is real, and believes nothing that it
 * has not read twice. Throws `UsageError` for an intent that is not in doubt.
 */
export async function reconcile(
  it: Reconciling,
  { intents, quietSeconds = it.quietSeconds, wait }: ReconcileWishes,
): Promise<Reconciled[]> {
  const all = await it.journal.doubts();
  const wanted = chosen(all, intents);
  const here = wanted.filter(({ origin }) => origin === it.origin);
  if (wait) await quiet(it, here, quietSeconds);
  const known = { paymentShows: await it.journal.wasObserved(it.origin, 'payment-shows') };
  const results: Reconciled[] = [];
  for (const doubt of wanted) {
    const isFresh = !wait && freshForMs(doubt, it, quietSeconds) > 0;
    const finding = await findingOn(doubt, it, known, { isFresh, quietSeconds });
    results.push(await settled(doubt, finding, it));
  }
  return results;
}

function chosen(all: readonly Doubt[], ids: readonly string[]): readonly Doubt[] {
  const unknown = ids.filter((id) => !all.some((it) => it.id === id));
  if (unknown.length > 0) {
    throw new UsageError(`Not in doubt: ${unknown.join(', ')}.`, {
      next: ['remit journal list --unresolved'],
    });
  }
  return ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
}

/** Waits until nothing was sent for so long. Throws `Interrupted`. */
async function quiet(it: Reconciling, doubts: readonly Doubt[], seconds: number): Promise<void> {
  const leftMs = Math.max(0, ...doubts.map((doubt) => freshForMs(doubt, it, seconds)));
  if (leftMs === 0) return;
  it.notice(`Waiting ${Math.ceil(leftMs / 1000)} s: an answer that was lost may still be at work.`);
  await pause(leftMs, undefined, { signal: it.interrupted }).catch(() => {
    throw new Interrupted(String(it.interrupted.reason));
  });
}

/** What seems to be sent in the future was sent before the clock was put back: it is as fresh as can be. */
function freshForMs(
  { settledAt, createdAt }: Doubt,
  { clock }: Reconciling,
  seconds: number,
): number {
  const agoMs = clock() - Date.parse(settledAt ?? createdAt);
  return seconds * 1000 - Math.min(Math.max(agoMs, 0), seconds * 1000);
}

async function findingOn(
  doubt: Doubt,
  it: Reconciling,
  known: { paymentShows: boolean },
  { isFresh, quietSeconds }: { isFresh: boolean; quietSeconds: number },
): Promise<Finding> {
  if (doubt.origin !== it.origin) {
    return open(`It was sent to ${doubt.origin}: use a profile of that service.`);
  }
  if (isFresh) return open('It was sent too short a while ago.');
  const first = await evidenceOf(it.client, doubt, it.business);
  await pause(Math.min(BETWEEN_READS_MS, quietSeconds * 500));
  const second = await evidenceOf(it.client, doubt, it.business);
  if (!isSame(first, second)) return open('What the service shows is still changing.');
  return judge(doubt, second, known);
}

const open = (why: string): Finding => ({ verdict: null, why });

const isSame = (one: Evidence, two: Evidence): boolean =>
  JSON.stringify(one) === JSON.stringify(two);

async function settled(
  doubt: Doubt,
  { verdict, why, serverId }: Finding,
  { journal }: Reconciling,
): Promise<Reconciled> {
  if (verdict !== null) await journal.resolve(doubt.id, verdict, why, serverId);
  const shown = (await journal.show(doubt.id)) ?? doubt;
  const { history: _, ...row } = { history: null, ...shown };
  return { ...row, reason: why };
}
