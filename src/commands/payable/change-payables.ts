import type { Payable } from '../../api/operations/payable.ts';
import { payable as payables } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import type { PayableUse } from '../../cli/payable/find-payable.ts';
import { assertPayableUnchanged } from '../../money/gate/changes.ts';
import { describePayable } from '../../money/gate/describe-payable.ts';
import { cuttable } from '../../render/cuttable.ts';
import { askedAbout, changeWhere, type SelectedChange } from './change-where.ts';
import { findEach } from './find-each.ts';
import { type FailedItem, forEachPayable } from './for-each-payable.ts';
import { assertNoWhere, assertOnlyWhere, type WhereFlags } from './where-flags.ts';

/** A change of payables that are named, or chosen by filters. */
export interface PayableChange<Item>
  extends Pick<SelectedChange<Item>, 'operation' | 'scope' | 'verb' | 'done' | 'effect'> {
  /** The payables that can be named by their invoice number. */
  readonly use: PayableUse;
  /** The question about one payable; without it, one is changed without a question, and scripts need no `--yes`. */
  readonly question?: string;
  readonly send: (params: {
    readonly businessId: string;
    readonly payableId: string;
  }) => Promise<Item>;
}

/**
 * Changes payables, after one question about all of them. Each is read again if a person was asked, and has its own
 * outcome.
 *
 * @throws {GuardError} if the answer is no.
 * @throws {PartialFailureError} if one of several could not be changed, or has changed since it was shown.
 */
export async function changePayables<Item>(
  context: Context,
  named: readonly string[],
  flags: WhereFlags,
  change: PayableChange<Item>,
): Promise<Item | (Item | FailedItem)[]> {
  const businessId = context.business();
  const sendUnchanged = async (shown: Payable) => {
    const params = { businessId, payableId: shown.id };
    assertPayableUnchanged(shown, await context.call(payables.get, { params }));
    return change.send(params);
  };
  if (flags.where) {
    assertOnlyWhere({ ids: named.length > 0 });
    return changeWhere(context, flags, {
      ...change,
      confirm: (_, { lines, question, stake }) => context.confirm(lines, question, stake),
      send: sendUnchanged,
    });
  }
  const found = await findEach(context, assertNoWhere(named, flags), change.use, flags);
  const isAsked = await confirmNamed(context, found, change);
  return forEachPayable(found, (it) =>
    isAsked ? sendUnchanged(it) : change.send({ businessId, payableId: it.id }),
  );
}

async function confirmNamed<Item>(
  context: Context,
  found: readonly Payable[],
  change: PayableChange<Item>,
): Promise<boolean> {
  const [only, ...others] = found;
  const { question, verb } = change;
  if (only && others.length === 0) {
    if (question === undefined) return false;
    return context.confirm([cuttable`${verb} ${describePayable(only)}.`], question);
  }
  if (question === undefined && !context.prompt.isPossible()) return false;
  const asked = await askedAbout(context, change, found);
  return context.confirm(asked.lines, asked.question);
}
