/** The duplicate guard: stops a request that was sent before. */

import type { Kysely } from 'kysely';
import { ENVIRONMENTS } from './destination.ts';
import { DuplicateError, NonPositiveAmountError, UnknownOutcomeError } from './errors.ts';
import { assertRowNotCreated } from './file-rows.ts';
import { assertSameRequest } from './idempotency-key.ts';
import { type InFlightContext, senderOf } from './in-flight.ts';
import type { GuardOverride, PaidPayable, StoredIntent } from './intent.ts';
import { type IntentDraft, naturalKeyOf } from './intent-draft.ts';
import { payablesOf, selectIntentPayables } from './intent-payables.ts';
import { journalRules, paysOneRow } from './journaled-operations.ts';
import { assertRowNotPaid, isOfPlan } from './plan-batches.ts';
import {
  appliedOf,
  type IntentRow,
  isApplied,
  isStillUnknown,
  selectByNaturalKeys,
  selectByPayables,
  toIntent,
} from './read-intents.ts';
import { assertPlanNotRevoked } from './revoked-plans.ts';
import type { SendContext } from './send-context.ts';
import { assertWithinLimits } from './spending-limits.ts';
import type { JournalTables } from './tables.ts';

/**
 * Checks a draft against the journal.
 *
 * Returns the applied intents whose block was lifted, with the reason. Only the newest applied intent of a key or
 * payable counts, since it may itself repeat the earlier ones. Equal rows of one plan are no duplicates of each other: its
 * maker meant them.
 *
 * @throws {PlanRevokedError} If it is part of a plan that was revoked.
 * @throws {NonPositiveAmountError} If the amount is not above zero.
 * @throws {SpendingLimitError} If a limit on a sum would be exceeded.
 * @throws {UnknownOutcomeError} If an equal request, or one that pays the same payable, is unresolved or being sent.
 * @throws {OtherBodyError} If it pays a payable of an attempt that may still be applied, but not in the same request.
 * @throws {PlanRowPaidError} If it is a row of a plan that was paid.
 * @throws {RowAlreadyCreatedError} If the row of the file was created before.
 * @throws {DuplicateError} If such a request was applied, is still guarded, and no override applies.
 */
export async function assertNotDuplicate(
  db: Kysely<JournalTables>,
  draft: IntentDraft,
  sender: SendContext,
  now: InFlightContext,
): Promise<readonly GuardOverride[]> {
  await assertPlanNotRevoked(db, sender.plan?.plan);
  if (draft.cents !== null && draft.cents <= 0) throw new NonPositiveAmountError(draft.cents);
  await assertWithinLimits(db, draft, sender);
  const row = paysOneRow(draft.operation) ? sender.plan : undefined;
  await assertRowNotPaid(db, row, now);
  const sameKey = await selectByNaturalKeys(db, draft, keysOf(draft));
  const payables = payablesOf(draft);
  const samePayables = await selectByPayables(db, draft, payables);
  const unresolved = [...sameKey, ...samePayables].find(isStillUnknown);
  if (unresolved) throw new UnknownOutcomeError(toIntent(unresolved), senderOf(unresolved, now));

  await assertSameRequest(db, draft, samePayables, sender);
  if (sender.fileRow) await assertRowNotCreated(db, draft, sender.fileRow, now);
  const overrides: GuardOverride[] = [];
  for (const [applied, paid] of await findApplied(db, { sameKey, samePayables, payables })) {
    const isHeld = draft.reference !== undefined || isGuarded(applied, now, sender);
    if (!isHeld || (await isOfPlan(db, applied.id, row))) continue;
    const reason = await overrideOf(db, applied, paid, sender);
    if (!reason) throw new DuplicateError(toIntent(applied), paid);
    overrides.push(reason);
  }
  return overrides;
}

/** Returns the natural keys of equal requests, one for each environment. */
const keysOf = ({ operation, keyParts }: IntentDraft): readonly string[] =>
  ENVIRONMENTS.map((environment) => naturalKeyOf(environment, operation, keyParts));

/**
 * Reports whether an applied intent still blocks a duplicate. Either the local or the service's clock is enough, so
 * moving one clock forward lifts no block.
 */
function isGuarded(
  { operation, created_at, service_time }: IntentRow,
  { clock }: InFlightContext,
  { serviceTime }: SendContext,
): boolean {
  const guardedMs = journalRules[operation]?.guardedMs ?? 0;
  const localAgeMs = clock() - Date.parse(created_at);
  const serviceAgeMs = Date.parse(serviceTime ?? '') - Date.parse(service_time ?? '');
  return localAgeMs < guardedMs || serviceAgeMs < guardedMs;
}

interface Conflicts {
  readonly sameKey: readonly IntentRow[];
  readonly samePayables: readonly IntentRow[];
  readonly payables: readonly string[];
}

/** Returns the newest applied intent of the natural key and of each payable, with the draft's payables that it paid. */
async function findApplied(
  db: Kysely<JournalTables>,
  { sameKey, samePayables, payables }: Conflicts,
): Promise<ReadonlyMap<IntentRow, readonly PaidPayable[]>> {
  const applied = samePayables.filter(isApplied);
  const paid = await selectIntentPayables(
    db,
    applied.map(({ id }) => id),
    payables,
  );
  const found = new Map<IntentRow, readonly PaidPayable[]>();
  const seen = new Set<string>();
  for (const intent of applied) {
    const unseen = paid.filter((link) => link.intentId === intent.id && !seen.has(link.payableId));
    for (const { payableId } of unseen) seen.add(payableId);
    if (unseen.length > 0) found.set(intent, unseen);
  }
  const newest = sameKey.find(isApplied);
  const isKnown = [...found.keys()].some(({ id }) => id === newest?.id);
  if (newest && !isKnown) found.set(newest, []);
  return found;
}

async function overrideOf(
  db: Kysely<JournalTables>,
  applied: IntentRow,
  paid: readonly PaidPayable[],
  { allowDuplicate, overrides: evidence = [] }: SendContext,
): Promise<GuardOverride | null> {
  if (allowDuplicate === applied.id)
    return { intentId: applied.id, reason: 'requested with --allow-duplicate' };
  const found = evidence.find(({ intentId }) => intentId === applied.id);
  return found ?? findCancellation(db, toIntent(applied), paid);
}

/**
 * Returns the override for an intent whose payment was cancelled through this journal, or `null`.
 *
 * For a batch, every payment in `paid` must have been cancelled. Paying again is then no duplicate.
 */
export async function findCancellation(
  db: Kysely<JournalTables>,
  intent: StoredIntent,
  paid: readonly PaidPayable[] = [],
): Promise<GuardOverride | null> {
  if (intent.operation === 'pay.cancel') return null;
  const payments =
    intent.paymentId === null ? paid.map(({ paymentId }) => paymentId) : [intent.paymentId];
  const cancellations: string[] = [];
  for (const paymentId of payments) {
    const cancellation =
      paymentId === null ? null : await appliedOf(db, 'pay.cancel', intent, paymentId);
    if (cancellation === null) return null;
    cancellations.push(cancellation);
  }
  if (cancellations.length === 0) return null;
  return { intentId: intent.id, reason: `cancelled by ${cancellations.join(' ')}` };
}
