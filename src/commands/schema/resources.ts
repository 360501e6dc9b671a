/** The documented resources. */

import type { z } from 'zod/mini';
import type { Resource } from '../../cli/resource-schemas.ts';
import { integrationSchema, syncSchema } from '../../contract/accounting-records.ts';
import { balanceSchema, withdrawalSchema } from '../../contract/balance.ts';
import { bankAccountSchema } from '../../contract/bank.ts';
import { businessSchema } from '../../contract/business.ts';
import { connectionSchema } from '../../contract/connection.ts';
import { invitationSchema } from '../../contract/invite.ts';
import { payMeLinkSchema, paymentLinkSchema } from '../../contract/link.ts';
import { paymentSchema } from '../../contract/pay.ts';
import { activitySchema, payableSchema } from '../../contract/payable.ts';
import { userProfileSchema } from '../../contract/sign-in.ts';

/** The command that lists a resource, and the record of the contract behind it, if it is one of the service's. */
export interface ResourceDescription {
  /** Incremented with every change of the columns. */
  readonly version: number;
  readonly command: readonly [group: string, ...verbs: string[]];
  readonly record?: () => z.ZodMiniType;
}

/** The description of every documented resource. */
export const resources: Readonly<Record<Resource, ResourceDescription>> = {
  payable: { version: 1, command: ['payable', 'list'], record: payableSchema },
  business: { version: 1, command: ['business', 'list'], record: businessSchema },
  balance: { version: 1, command: ['business', 'balance'], record: balanceSchema },
  withdrawal: { version: 1, command: ['business', 'withdraw'], record: withdrawalSchema },
  bank: { version: 1, command: ['bank', 'list'], record: bankAccountSchema },
  connection: { version: 1, command: ['connection', 'list'], record: connectionSchema },
  invitation: { version: 1, command: ['invite', 'list'], record: invitationSchema },
  payment: { version: 1, command: ['pay', 'initiate'], record: paymentSchema },
  activity: { version: 1, command: ['payable', 'log'], record: activitySchema },
  'payment-link': { version: 1, command: ['link', 'get'], record: paymentLinkSchema },
  'pay-me-link': { version: 1, command: ['link', 'pay-me', 'get'], record: payMeLinkSchema },
  integration: { version: 1, command: ['accounting', 'list'], record: integrationSchema },
  sync: { version: 1, command: ['accounting', 'sync'], record: syncSchema },
  user: { version: 1, command: ['whoami'], record: userProfileSchema },
  aging: { version: 1, command: ['payable', 'aging'] },
  intent: { version: 1, command: ['journal', 'list'] },
  'run-report': { version: 1, command: ['run', 'report'] },
  match: { version: 1, command: ['match'] },
  forecast: { version: 1, command: ['forecast'] },
};
