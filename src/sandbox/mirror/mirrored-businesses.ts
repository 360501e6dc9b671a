/** The businesses that the records of a service name. */

import type { Insertable } from 'kysely';
import type { BusinessStatus } from '../../api/operations/business.ts';
import type { Payable } from '../../api/operations/payable.ts';
import type { SandboxTables } from '../database/tables.ts';
import type { MirroredRecords } from './records.ts';

interface Known {
  readonly name: string | null | undefined;
  readonly isOwn: boolean;
}

/**
 * Returns a row for each business: the one that reads, the others of its account that have a bank account, and its
 * partners. A service says nothing of the state of a partner, so that they are verified.
 */
export function mirroredBusinesses(
  records: MirroredRecords,
  accounts: { readonly own: string; readonly others: string },
  at: string,
): Insertable<SandboxTables['businesses']>[] {
  const { business } = records;
  const known = new Map<string, Known>();
  const add = (id: string | null | undefined, it: Known) => {
    if (id && id !== business.id && known.get(id)?.name == null) {
      known.set(id, { ...it, isOwn: it.isOwn || known.get(id)?.isOwn === true });
    }
  };
  for (const { businessId } of records.banks) add(businessId, { name: null, isOwn: true });
  for (const it of records.connections) {
    add(it.connectedBusinessId, { name: it.connectedBusinessName, isOwn: false });
  }
  for (const it of records.payables) {
    add(payeeOf(it, business.id), { name: it.payeeName, isOwn: false });
    add(it.payerBusinessId, { name: it.payerName, isOwn: false });
  }
  const own = {
    ...{ id: business.id, account_id: accounts.own, name: business.name ?? business.id },
    type: business.type === 'basic' ? ('basic' as const) : ('full' as const),
    status: (business.status ?? 'verified') as BusinessStatus,
  };
  const partners = [...known].map(([id, { name, isOwn }]) => ({
    ...{ id, name: name ?? id, type: 'full' as const, status: 'verified' as BusinessStatus },
    account_id: isOwn ? accounts.own : accounts.others,
  }));
  return [own, ...partners].map((it) => ({
    ...it,
    business_type: 'llc',
    address: '{}',
    required_actions: '[]',
    public_invite_enabled: 0,
    public_invite_approval: 0,
    created_at: at,
    updated_at: at,
  }));
}

export const payeeOf = (it: Payable, businessId: string): string => {
  const known = it.senderBusinessId ?? (it.direction === 'sent' ? businessId : it.businessId);
  return known ?? `payee of ${it.connectionId ?? it.id}`;
};
