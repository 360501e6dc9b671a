/** Idempotency keys of payments, derived from what is paid. */

import type { Kysely } from 'kysely';
import { sha256 } from './canonical-json.ts';
import { OtherBodyError } from './errors.ts';
import type { GuardOverride } from './intent.ts';
import type { IntentDraft } from './intent-draft.ts';
import { payablesOf, selectIntentPayables } from './intent-payables.ts';
import { paysOneRow } from './journaled-operations.ts';
import { selectByPlanRow } from './plan-batches.ts';
import { type IntentRow, isApplied, selectByNaturalKeys } from './read-intents.ts';
import type { SendContext } from './send-context.ts';
import type { JournalTables } from './tables.ts';

/** The counts that tell a payment from the earlier ones of the same natural key. */
export interface KeyCounts {
  /** The number of payments of each payable that ended without paying, in the order of the payables' ids. */
  readonly ended: readonly number[];
  /** The number of answers in this run that the service repeated from an earlier request that paid nothing. */
  readonly raised: number;
}

/** Facts of the journal that a key depends on. */
interface KeyOptions {
  /** The id of the journal. */
  readonly journal: string;
  /** The applied intents that may be repeated. */
  readonly overrides: readonly GuardOverride[];
}

/**
 * Returns the key to send a request under: that of an earlier attempt without an end, otherwise one that is derived from the
 * natural key and a number, never from the body. A request without counts has its own key.
 *
 * For payables the number does not depend on the journal, so that two journals have one key for one payment. For quick
 * payments and withdrawals it counts what this journal knows to be applied, and the journal's id is part of the key. The
 * key of a reference, and of a row of a plan, needs neither.
 *
 * @throws {OtherBodyError} If an attempt that may have been applied was sent under the key with another body.
 */
export async function idempotencyKeyFor(
  db: Kysely<JournalTables>,
  draft: IntentDraft,
  sender: SendContext,
  { journal, overrides }: KeyOptions,
): Promise<string> {
  const { counts, allowDuplicate, plan } = sender;
  const isOfPlan = plan !== undefined;
  if (!counts) return sender.idempotencyKey;
  const attempts = await selectAttempts(db, draft, sender);
  const allowed = attempts.find(({ id }) => id === allowDuplicate)?.id ?? null;
  const open = attempts.find(wasSent);
  if (open && isWithoutEnd(open) && open.id !== allowed && counts.raised === 0) {
    if (open.body_hash !== draft.bodyHash) throw new OtherBodyError(open.id, { isOfPlan });
    return open.idempotency_key;
  }
  const parts = partsOf(draft, sender, { attempts, journal });
  for (let { raised } = counts; ; raised++) {
    const key = keyOf([...parts, counts.ended, raised, allowed]);
    const others = attempts.filter(
      (it) => it.idempotency_key === key && wasSent(it) && it.body_hash !== draft.bodyHash,
    );
    if (others.length === 0) return key;
    const ended = (it: IntentRow) =>
      it.outcome === 'rejected' || overrides.some(({ intentId }) => intentId === it.id);
    const other = others.find((it) => !ended(it));
    if (other) throw new OtherBodyError(other.id, { isOfPlan });
    // The service would repeat an answer that paid nothing, or refuse the other body.
  }
}

/**
 * Checks that payables are paid again by the same request, after an attempt that a verdict alone says was not applied: a
 * service could not tell that another request pays the same. `attempts` are those of the payables, newest first.
 *
 * @throws {OtherBodyError} If the newest attempt of a payable was another request, and is not allowed by name.
 */
export async function assertSameRequest(
  db: Kysely<JournalTables>,
  draft: IntentDraft,
  attempts: readonly IntentRow[],
  { allowDuplicate, plan }: SendContext,
): Promise<void> {
  const isOfPlan = plan !== undefined;
  const sent = attempts.filter(wasSent);
  if (!sent.some(isWithoutEnd)) return;
  const ids = sent.map(({ id }) => id);
  const links = await selectIntentPayables(db, ids, payablesOf(draft));
  const seen = new Set<string>();
  for (const attempt of sent) {
    const paid = links.filter((it) => it.intentId === attempt.id && !seen.has(it.payableId));
    for (const { payableId } of paid) seen.add(payableId);
    const isOther = attempt.natural_key !== draft.naturalKey && attempt.id !== allowDuplicate;
    if (paid.length > 0 && isWithoutEnd(attempt) && isOther)
      throw new OtherBodyError(attempt.id, { isOfPlan });
  }
}

/** Selects the earlier intents of the same payment, newest first. A row of a plan is known by its number. */
const selectAttempts = (
  db: Kysely<JournalTables>,
  draft: IntentDraft,
  { plan }: SendContext,
): Promise<readonly IntentRow[]> =>
  plan && paysOneRow(draft.operation)
    ? selectByPlanRow(db, plan)
    : selectByNaturalKeys(db, draft, [draft.naturalKey]);

/** Reports whether the service may have received an intent and kept its answer. */
const wasSent = ({ outcome }: IntentRow): boolean =>
  outcome !== 'not-sent' && outcome !== 'throttled';

/** Reports whether an intent ended in no known way, and a verdict alone says that it was not applied. */
const isWithoutEnd = ({ outcome, verdict }: IntentRow): boolean =>
  verdict === 'not-applied' && (outcome === null || outcome === 'unknown');

function partsOf(
  { environment, operation, naturalKey, reference, payableIds, payableId }: IntentDraft,
  { plan }: SendContext,
  { attempts, journal }: { readonly attempts: readonly IntentRow[]; readonly journal: string },
): readonly unknown[] {
  if (plan && paysOneRow(operation)) return [environment, operation, plan.plan, plan.batch];
  const isIndependent = reference !== undefined || payableIds !== undefined || payableId !== null;
  return isIndependent ? [naturalKey] : [naturalKey, attempts.filter(isApplied).length, journal];
}

/** Returns a hash in the form of a UUID (version 8), which every service accepts as a key. */
function keyOf(parts: readonly unknown[]): string {
  const hash = sha256(JSON.stringify(['idempotency', ...parts]));
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4];
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
