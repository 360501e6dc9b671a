import { isRecord } from '../../contract/schema/matches-schema.ts';

/**
 * Members that the specification does not name, and what else a client may reasonably call them. The name that the
 * contract assumes wins when both are there, and the other one is unknown.
 */
const aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'accounting.connect': { redirectUri: ['redirect_uri', 'redirectUrl'] },
  'accounting.mapVendor': {
    accountingVendorId: ['vendorId', 'qboVendorId', 'externalVendorId'],
  },
  'accounting.mapBank': {
    accountingBankAccountId: ['bankAccountId', 'accountId', 'qboAccountId'],
  },
  'connection.setSettings': { autoApprove: ['autoApproval', 'autoApprovalRules'] },
  'invite.send': { aliasName: ['alias', 'displayName', 'name'] },
  'invite.accept': { token: ['invitationToken', 'inviteToken', 'code'] },
  'invite.publicSettings': {
    enabled: ['isEnabled', 'publicInviteEnabled'],
    requireApproval: ['requiresApproval', 'approvalRequired', 'manualApproval'],
  },
  'payable.decline': { reason: ['declineReason', 'note', 'comment'] },
  'payable.export': {
    createdAfter: ['startDate', 'from', 'createdFrom'],
    createdBefore: ['endDate', 'to', 'createdTo'],
  },
  'pay.initiate': {
    fundingSourceId: ['bankAccountId'],
    clearingSpeed: ['speed', 'achSpeed'],
    scheduledDate: ['scheduledFor'],
  },
  'pay.quickPay': {
    fundingSourceId: ['bankAccountId'],
    clearingSpeed: ['speed', 'achSpeed'],
    memo: ['note'],
  },
  'pay.bulkInitiate': { payments: ['items'] },
};

/** The body of this operation under the contract's own names; what is no object stays as it is. */
export function withOwnNames(operationId: string, body: unknown): unknown {
  if (operationId === 'pay.bulkInitiate' && Array.isArray(body)) return { payments: body };
  const names = aliases[operationId];
  if (!names || !isRecord(body)) return body;

  const members = new Map<string, unknown>(Object.entries(body));
  for (const [name, others] of Object.entries(names)) {
    const other = others.find((it) => members.has(it));
    if (other === undefined || members.has(name)) continue;
    members.set(name, members.get(other));
    members.delete(other);
  }
  return Object.fromEntries(members);
}
