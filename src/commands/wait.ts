import { ApiError } from '../api/http/api-error.ts';
import { isId } from '../api/id-or-name.ts';
import { accounting } from '../api/operations/accounting.ts';
import { type BankAccount, bank } from '../api/operations/bank.ts';
import { business } from '../api/operations/business.ts';
import { connection } from '../api/operations/connection.ts';
import { type Invitation, invite } from '../api/operations/invite.ts';
import { payable } from '../api/operations/payable.ts';
import { command } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { argument, requiredChoice, requiredOption } from '../cli/flags/flag.ts';
import { MAX_WAIT_SECONDS, maxWaitFlag } from '../cli/flags/max-wait-flag.ts';
import { payableReference, words } from '../cli/flags/value-parsers.ts';
import { findPayable, payableUses } from '../cli/payable/find-payable.ts';
import { ConditionError, UsageError } from '../money/errors.ts';
import { columns, recordOf } from '../render/view.ts';
import { poll } from '../runtime/polling.ts';

export const commands = [];

interface HasStatus {
  readonly status?: string | null | undefined;
}

type Read = (context: Context, id: string) => Promise<HasStatus | undefined>;

const readers: Readonly<Record<string, Read>> = {
  payable: (context, payableId) =>
    context.call(payable.get, { params: { businessId: context.business(), payableId } }),

  business: (context, businessId) => context.call(business.get, { params: { businessId } }),

  connection: (context, connectionId) =>
    context.call(connection.get, {
      params: { connectionId },
      query: { businessId: context.globalFlags.business },
    }),

  bank: (context, id) =>
    found<BankAccount>(context.records(bank.list, {}), (account) => account.id === id, id),

  invitation: (context, id) => {
    const params = { businessId: context.business() };
    return found<Invitation>(
      context.records(invite.list, { params }),
      (invitation) => invitation.id === id,
      id,
    );
  },

  sync: (context, accountingIntegrationId) =>
    context.call(accounting.syncStatus, {
      params: { businessId: context.business(), accountingIntegrationId },
    }),
};

const resources = Object.keys(readers);

export const defaultCommand = command({
  name: 'wait',
  summary: 'Wait until a resource reaches a status: a payable paid, a bank account verified',
  about:
    'Polls the service with back-off. Exits immediately with 7 if the status can no longer be reached.',
  calls: [
    payable.get,
    payable.list,
    business.get,
    bank.list,
    connection.get,
    invite.list,
    accounting.syncStatus,
  ],
  extraExits: ['waited'],
  args: {
    resource: requiredChoice('<resource>', 'kind of resource', resources),
    id: argument(
      '<id>',
      'id of the resource; of a payable also its invoice number',
      payableReference,
    ),
  },
  flags: {
    for: requiredOption('--for <state>', 'status to wait for', words),
    maxWait: maxWaitFlag,
  },
  view: recordOf(columns('id', 'status:state')),
  examples: {
    'Wait until a business is verified': 'remit wait business biz_… --for verified',
    'Wait at most a minute until a payable is submitted':
      'remit wait payable pay_… --for SUBMITTED --max-wait 60 --json',
  },

  async run({ context, args: { resource, id: typed }, flags }) {
    const readStatus = readers[resource];
    const args = { resource, id: await idFor(context, resource, typed) };
    const goal = flags.for;
    return poll(
      context,
      async () => recordIfReached(await readStatus?.(context, args.id), goal, args.id),
      {
        seconds: flags.maxWait ?? MAX_WAIT_SECONDS,
        message: `Timed out: ${args.resource} ${args.id} is not ${goal} yet.`,
        next: [`remit wait ${args.resource} ${args.id} --for ${goal}`],
      },
    );
  },
});

/** Returns the id of the resource; that of a payable may be given by its invoice number. */
async function idFor(context: Context, resource: string, typed: string): Promise<string> {
  if (resource === 'payable') return (await findPayable(context, typed, payableUses.read)).id;
  if (isId(typed)) return typed;
  throw new UsageError(`'${typed}' is not an id.`, {
    problems: [{ field: 'id', message: 'must be an id' }],
  });
}

/**
 * Returns the record if it is in the wanted status, or `undefined` while it may still reach it.
 *
 * @throws {ConditionError} (7) if it has ended in another status.
 */
function recordIfReached(record: HasStatus | undefined, goalStatus: string, id: string) {
  const [now, goal] = [record?.status ?? '', goalStatus].map((status) =>
    status.toLowerCase().replaceAll(/[-_]/g, ''),
  );
  if (now === goal) return record;
  if (!finals.has(now ?? '')) return undefined;
  throw new ConditionError(
    'refused',
    'ended_elsewhere',
    `${id} is ${record?.status}, which is final.`,
    {
      record,
    },
  );
}

const finals = new Set([
  ...['paid', 'declined', 'cancelled', 'archived', 'removed', 'verificationfailed'],
  ...['accepted', 'rejected', 'expired', 'completed', 'partial', 'failed'],
]);

async function found<Row extends HasStatus>(
  rows: AsyncIterable<Row>,
  matches: (row: Row) => boolean,
  id: string,
): Promise<Row> {
  for await (const row of rows) if (matches(row)) return row;
  throw new ApiError(404, 'not_found', `${id} does not exist.`);
}
