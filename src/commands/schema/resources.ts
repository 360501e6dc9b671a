/** The documented resources. */

import type { z } from 'zod/mini';
import type { Resource } from '../../cli/resource-schemas.ts';
import { Integration, Sync } from '../../contract/accounting-records.ts';
import { Balance, Withdrawal } from '../../contract/balance.ts';
import { BankAccount } from '../../contract/bank.ts';
import { Business } from '../../contract/business.ts';
import { Connection } from '../../contract/connection.ts';
import { Invitation } from '../../contract/invite.ts';
import { PayMeLink, PaymentLink } from '../../contract/link.ts';
import { Payment } from '../../contract/pay.ts';
import { Activity, Payable } from '../../contract/payable.ts';
import { UserProfile } from '../../contract/sign-in.ts';

/** The command that lists a resource, and the record of the contract behind it, if it is one of the service's. */
export interface ResourceDescription {
  /** Incremented with every change of the columns. */
  readonly version: number;
  readonly command: readonly [group: string, ...verbs: string[]];
  readonly record?: z.ZodMiniType;
}

/** The description of every documented resource. */
export const resources: Readonly<Record<Resource, ResourceDescription>> = {
  payable: { version: 1, command: ['payable', 'list'], record: Payable },
  business: { version: 1, command: ['business', 'list'], record: Business },
  balance: { version: 1, command: ['business', 'balance'], record: Balance },
  withdrawal: { version: 1, command: ['business', 'withdraw'], record: Withdrawal },
  bank: { version: 1, command: ['bank', 'list'], record: BankAccount },
  connection: { version: 1, command: ['connection', 'list'], record: Connection },
  invitation: { version: 1, command: ['invite', 'list'], record: Invitation },
  payment: { version: 1, command: ['pay', 'initiate'], record: Payment },
  activity: { version: 1, command: ['payable', 'log'], record: Activity },
  'payment-link': { version: 1, command: ['link', 'get'], record: PaymentLink },
  'pay-me-link': { version: 1, command: ['link', 'pay-me', 'get'], record: PayMeLink },
  integration: { version: 1, command: ['accounting', 'list'], record: Integration },
  sync: { version: 1, command: ['accounting', 'sync'], record: Sync },
  user: { version: 1, command: ['whoami'], record: UserProfile },
  aging: { version: 1, command: ['payable', 'aging'] },
  intent: { version: 1, command: ['journal', 'list'] },
  'run-report': { version: 1, command: ['run', 'report'] },
  match: { version: 1, command: ['match'] },
};
