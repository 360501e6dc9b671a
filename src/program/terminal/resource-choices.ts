import type { Context, MenuChoice } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { completableIdsOf, type IdKind } from '../../cli/extract-ids.ts';
import { accounting } from '../../contract/accounting.ts';
import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { connection } from '../../contract/connection.ts';
import { invite } from '../../contract/invite.ts';
import { payable } from '../../contract/payable.ts';
import { valueAtPath } from '../../render/format-cell.ts';

/** Maximum number of choices: nobody picks from more; who has more can type an id. */
const MAX_CHOICES = 500;

/**
 * Returns the candidates for an id of this kind that fit the command, in the order of the service.
 *
 * @throws {UsageError} if there are none.
 */
export async function choicesOf(
  kind: IdKind,
  command: string,
  context: Context,
): Promise<readonly MenuChoice[]> {
  const state = fitting[command];
  const found: MenuChoice[] = [];
  for await (const record of lists[kind](context, state)) {
    if (state !== undefined && valueAtPath(record, 'status') !== state) continue;
    const ids = completableIdsOf(kind === 'payment' ? 'payable' : kind, record);
    found.push(
      ...ids.filter((id) => id.kind === kind).map(({ id, text }) => ({ value: id, text })),
    );
    if (found.length >= MAX_CHOICES) break;
  }
  if (found.length > 0) return found;
  const noun = kind === 'bank' ? 'bank account' : kind;
  throw new UsageError(`No ${noun} ${state === undefined ? 'to select' : `is ${state}`}.`);
}

/** The status that a record must have for a command to apply to it. */
const fitting: Readonly<Record<string, string>> = {
  'payable approve': 'SUBMITTED',
  'payable decline': 'SUBMITTED',
  'payable submit': 'DRAFT',
  'payable update': 'DRAFT',
  'pay initiate': 'APPROVED',
  'policy check': 'APPROVED',
  'invite cancel': 'pending',
  'invite resend': 'pending',
  'invite reject': 'pending',
  'bank verify': 'unverified',
};

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
