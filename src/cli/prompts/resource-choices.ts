import { accounting } from '../../api/operations/accounting.ts';
import { bank } from '../../api/operations/bank.ts';
import { business } from '../../api/operations/business.ts';
import { connection } from '../../api/operations/connection.ts';
import { invite } from '../../api/operations/invite.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import { UsageError } from '../../money/errors.ts';
import type { Context, MenuChoice } from '../context.ts';
import { completableIdsOf } from '../extract-ids.ts';
import type { IdKind } from '../id-kinds.ts';
import { isUsable } from '../payable/find-payable.ts';
import { useOf } from '../payable/uses-by-command.ts';
import { fits, type RecordFacts, type RecordUse } from '../record-use.ts';

/** Choices that are read before the menu appears: the first screens of it. */
const FIRST = 200;

/** Choices at most: who has more types an id. */
const MOST = 50_000;

/** The choices of a menu, which grow while more of them are read. */
export interface ChoiceSource {
  /** Those that were read so far, in the order of the service. */
  readonly choices: readonly MenuChoice[];
  /** Returns a line about those that are not read; `undefined` once all are. */
  readonly rest: () => string | undefined;
  /** Stops reading, and resolves when nothing is read any more. */
  readonly stop: () => Promise<void>;
}

/**
 * Returns the candidates for an id of this kind that the command can act on. The rest of a long list is read while the
 * menu is shown.
 *
 * @throws {UsageError} if there are none.
 */
export async function choicesOf(
  kind: IdKind,
  command: string,
  context: Context,
): Promise<ChoiceSource> {
  const choices: MenuChoice[] = [];
  let isStopped = false;
  let rest: string | undefined = 'reading more: type to search';
  const isEnough = deferred();
  const read = async () => {
    for await (const choice of candidates(kind, command, context)) {
      choices.push(choice);
      if (choices.length === FIRST) isEnough.resolve();
      if (choices.length === MOST) rest = 'there are more: leave, and type the id';
      if (isStopped || choices.length === MOST) return;
    }
    rest = undefined;
  };
  const reading = read().then(isEnough.resolve, (error) => {
    rest = 'more could not be read: leave, and type the id';
    isEnough.reject(error);
  });
  await isEnough.promise;
  if (choices.length === 0) throw noChoice(kind, command);
  const stop = async () => {
    isStopped = true;
    await reading;
  };
  return { choices, rest: () => rest, stop };
}

async function* candidates(
  kind: IdKind,
  command: string,
  context: Context,
): AsyncIterable<MenuChoice> {
  const use = useOf(kind, command);
  const status = use?.statuses?.length === 1 ? use.statuses[0] : undefined;
  const canUse = (record: unknown, accepted: RecordUse) =>
    isPayable(kind)
      ? isUsable(record as Payable, accepted, context.business())
      : fits(accepted, record as RecordFacts);
  for await (const record of lists[kind](context, status)) {
    if (use && !canUse(record, use)) continue;
    const ids = completableIdsOf(kind === 'payment' ? 'payable' : kind, record);
    yield* ids.filter((id) => id.kind === kind).map(({ id, text }) => ({ value: id, text }));
  }
}

/** Reports whether records of a kind are read as payables. */
const isPayable = (kind: IdKind) => kind === 'payable' || kind === 'payment';

function noChoice(kind: IdKind, command: string): UsageError {
  const noun = kind === 'bank' ? 'bank account' : kind;
  if (isPayable(kind)) {
    return new UsageError(`There is no ${noun} that remit ${command} can act on.`);
  }
  const [state] = useOf(kind, command)?.statuses ?? [];
  return new UsageError(`No ${noun} ${state === undefined ? 'to select' : `is ${state}`}.`);
}

type Lister = (
  context: Context,
  state: string | undefined,
) => AsyncIterable<unknown> | Iterable<unknown>;

const payables: Lister = (context, status) =>
  context.records(payable.list, {
    params: { businessId: context.business() },
    query: { status },
  });

const lists: Readonly<Record<IdKind, Lister>> = {
  business: (context) => context.records(business.list, {}),
  bank: (context) =>
    context.records(bank.list, { query: { businessId: context.globalFlags.business } }),
  connection: (context) =>
    context.records(connection.list, { query: { businessId: context.globalFlags.business } }),
  invitation: (context) =>
    context.records(invite.list, { params: { businessId: context.business() } }),
  integration: (context) =>
    context.records(accounting.list, { params: { businessId: context.business() } }),
  payable: payables,
  payment: (context) => payables(context, undefined),
  intent: journaled,
};

async function* journaled(context: Context): AsyncIterable<unknown> {
  yield* await (await context.journal()).list({});
}

function deferred() {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
