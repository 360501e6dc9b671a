/** The records of a service that a sandbox begins with instead of a seed. */

import type { Balance } from '../../api/operations/balance.ts';
import type { BankAccount } from '../../api/operations/bank.ts';
import type { Business } from '../../api/operations/business.ts';
import type { Connection } from '../../api/operations/connection.ts';
import type { Activity, Payable } from '../../api/operations/payable.ts';

/** The records that a business reads of a service. A sandbox that begins with them keeps their ids. */
export interface MirroredRecords {
  readonly business: Business;
  readonly balance: Balance | undefined;
  readonly banks: readonly BankAccount[];
  readonly connections: readonly Connection[];
  readonly payables: readonly Payable[];
  /** The activity logs of payables, by payable. */
  readonly activity: ReadonlyMap<string, readonly Activity[]>;
}
