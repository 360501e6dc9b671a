import { newYorkDate } from '../../contract/ach/calendar.ts';
import type { BankAccount } from '../../contract/bank.ts';
import type { Row } from '../database/tables.ts';

/** Converts a row to the API's bank account. The account number is not stored anywhere. */
export const toBankAccount = (row: Row<'bank_accounts'>): BankAccount => ({
  id: row.id,
  fundingSourceId: row.id,
  businessId: row.business_id,
  name: row.name,
  bankName: row.bank_name,
  accountType: row.account_type,
  last4: row.last4,
  routingNumber: row.routing_number,
  status: row.status,
  verificationMethod: row.method,
  isDefault: row.is_default === 1,
  microDeposits: microDepositsOf(row),
  createdAt: row.created_at,
  verifiedAt: row.verified_at,
});

function microDepositsOf(row: Row<'bank_accounts'>) {
  if (row.micro_status === null) return null;
  return {
    status: row.micro_status,
    attemptsRemaining: row.micro_attempts,
    expectedPostDate: row.micro_post_at === null ? null : newYorkDate(new Date(row.micro_post_at)),
  };
}
