import { accounting } from '../../api/operations/accounting.ts';
import type { Integration } from '../../api/operations/accounting-records.ts';
import { type BankAccount, bank } from '../../api/operations/bank.ts';
import { type Invitation, invite } from '../../api/operations/invite.ts';
import { type Payable, payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';

export interface ResourceState {
  readonly resource: string;
  readonly id: string;
  readonly status: string;
  readonly record: unknown;
}

type TopicReader = (context: Context) => AsyncIterable<ResourceState>;

export const watchTopics = {
  payables: async function* (context) {
    const params = { businessId: context.business() };
    for await (const row of context.records<Payable>(payable.list, { params })) {
      yield* statusOf('payable', row.id, row.status, row);
      // Payments as payables show them: by the id of the payable, which remains when the payment is gone.
      yield* statusOf('payment', row.id, row.paymentStatus ?? row.lastPaymentFailure?.status, row);
    }
  },

  invites: async function* (context) {
    const params = { businessId: context.business() };
    for await (const invitation of context.records<Invitation>(invite.list, { params })) {
      yield* statusOf('invitation', invitation.id, invitation.status, invitation);
    }
  },

  banks: async function* (context) {
    const query = { businessId: context.globalFlags.business };
    for await (const account of context.records<BankAccount>(bank.list, { query })) {
      const isSelected = query.businessId === undefined || account.businessId === query.businessId;
      if (isSelected) yield* statusOf('bank', account.id, account.status, account);
    }
  },

  accounting: async function* (context) {
    const params = { businessId: context.business() };
    for await (const integration of context.records<Integration>(accounting.list, { params })) {
      yield* statusOf('integration', integration.id, integration.status, integration);
      const path = { ...params, accountingIntegrationId: integration.id };
      const sync = await context.call(accounting.syncStatus, { params: path });
      yield* statusOf('sync', sync.syncId ?? undefined, sync.status, sync);
    }
  },
} as const satisfies Readonly<Record<string, TopicReader>>;

export type Topic = keyof typeof watchTopics;

/** Yields a resource, unless it has no id or no status and so cannot be followed. */
function* statusOf(
  resource: string,
  id: string | null | undefined,
  status: string | null | undefined,
  record: unknown,
): Iterable<ResourceState> {
  if (id && status) yield { resource, id, status, record };
}
