import type { Kysely } from 'kysely';
import { movedSince } from './daily-total.ts';
import { ENVIRONMENTS } from './destination.ts';
import { AlreadyDone, InDoubt, NonPositiveAmountError, OverDayLimit } from './errors.ts';
import { refuseKnownRow } from './file-rows.ts';
import { isBeingSent, type Now } from './in-flight.ts';
import type { Lifted, PaidPayable } from './intent.ts';
import { type IntentDraft, naturalKeyOf } from './intent-draft.ts';
import { paidBy, payablesOf } from './intent-payables.ts';
import { journaled } from './journaled-operations.ts';
import { cancelled } from './payment-ended.ts';
import { byKeys, byPayables, isApplied, type Row, toIntent } from './read-intents.ts';
import type { Sender } from './send-context.ts';
import type { Tables } from './tables.ts';

/**
 * Throws `InDoubt`, `AlreadyDone` or `RowAlreadyCreatedError` for what stands in the way of a draft: the same thing, or
 * another that pays one of its payables; `NonPositiveAmountError` for an amount that is none. Returns the applied intents that would, and why they do not: only the newest one counts, since it could
 * repeat the ones before.
 */
export async function guard(
  db: Kysely<Tables>,
  draft: IntentDraft,
  sender: Sender,
  now: Now,
): Promise<readonly Lifted[]> {
  if (draft.cents !== null && draft.cents <= 0) throw new NonPositiveAmountError(draft.cents);
  await checkDay(db, draft, sender);
  const same = await byKeys(db, draft, await keysOf(db, draft));
  const payables = payablesOf(draft);
  const others = await byPayables(db, draft, payables);
  const doubt = [...same, ...others].find((it) => it.in_doubt === 1);
  if (doubt) throw new InDoubt(toIntent(doubt), { isBeingSent: isBeingSent(doubt, now) });

  if (sender.fileRow) await refuseKnownRow(db, draft, sender.fileRow, now);
  const lifted: Lifted[] = [];
  for (const [applied, paid] of await standing(db, { same, others, payables })) {
    if (!isGuarded(applied, now, sender)) continue;
    const reason = await liftedBy(db, applied, paid, sender);
    if (!reason) throw new AlreadyDone(toIntent(applied), paid);
    lifted.push(reason);
  }
  return lifted;
}

/** The keys that the same thing may have: of each environment, and of the origins that earlier versions sent to. */
async function keysOf(
  db: Kysely<Tables>,
  { operation, keyParts }: IntentDraft,
): Promise<readonly string[]> {
  const former = await db.selectFrom('former_origins').select('origin').execute();
  const roots = [...ENVIRONMENTS, ...former.map(({ origin }) => origin)];
  return roots.map((root) => naturalKeyOf(root, operation, keyParts));
}

/** Everything that moved since, or may have, counts: so does what is being sent right now. */
async function checkDay(
  db: Kysely<Tables>,
  draft: IntentDraft,
  { dayLimit }: Sender,
): Promise<void> {
  if (!dayLimit) return;
  const moved = await movedSince(db, dayLimit.since, draft);
  if (moved + (draft.cents ?? 0) > dayLimit.cents) throw new OverDayLimit(dayLimit.cents, moved);
}

/** By the clock of this machine or by that of the service: one that was put forward frees nothing. */
function isGuarded(
  { operation, created_at, service_time }: Row,
  { clock }: Now,
  { serviceTime }: Sender,
): boolean {
  const guardedMs = journaled[operation]?.guardedMs ?? 0;
  const here = clock() - Date.parse(created_at);
  const there = Date.parse(serviceTime ?? '') - Date.parse(service_time ?? '');
  return here < guardedMs || there < guardedMs;
}

interface Alike {
  readonly same: readonly Row[];
  readonly others: readonly Row[];
  readonly payables: readonly string[];
}

/** The newest applied intent of the same key, and of each payable, with what it paid of the draft's payables. */
async function standing(
  db: Kysely<Tables>,
  { same, others, payables }: Alike,
): Promise<ReadonlyMap<Row, readonly PaidPayable[]>> {
  const applied = others.filter(isApplied);
  const paid = await paidBy(
    db,
    applied.map(({ id }) => id),
    payables,
  );
  const found = new Map<Row, readonly PaidPayable[]>();
  const seen = new Set<string>();
  for (const it of applied) {
    const fresh = paid.filter((of) => of.intentId === it.id && !seen.has(of.payableId));
    for (const { payableId } of fresh) seen.add(payableId);
    if (fresh.length > 0) found.set(it, fresh);
  }
  const newest = same.find(isApplied);
  const isKnown = [...found.keys()].some(({ id }) => id === newest?.id);
  if (newest && !isKnown) found.set(newest, []);
  return found;
}

async function liftedBy(
  db: Kysely<Tables>,
  applied: Row,
  paid: readonly PaidPayable[],
  { allowDuplicate, liftedBy: evidence = [] }: Sender,
): Promise<Lifted | null> {
  if (allowDuplicate === applied.id) return { intentId: applied.id, reason: 'asked for by name' };
  const shown = evidence.find(({ intentId }) => intentId === applied.id);
  return shown ?? cancelled(db, toIntent(applied), paid);
}
