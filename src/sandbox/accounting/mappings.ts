/** Mappings of connections to vendors, and of bank accounts to bank accounts of the books. */

import { ApiError } from '../../api/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError, createNotFoundError } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import { bankAt } from '../payment/records.ts';
import type { IntegrationRow } from './integration.ts';

/** Upserts the vendor of a connection. Returns the mapping, and whether it is new or replaced an older one. */
export async function saveVendorMapping(
  context: HandlerContext,
  { id: integration_id }: IntegrationRow,
  connection_id: string,
  vendor_id: string,
) {
  const now = context.now().toISOString();
  const id = context.newId('vmap');
  const mapping = await context.db
    .insertInto('vendor_mappings')
    .values({ id, integration_id, connection_id, vendor_id, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'connection_id'])
        .doUpdateSet({ vendor_id, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { mapping, isNew: mapping.id === id };
}

/** Upserts the bank account of the books for one of the business. A changed mapping is written at the next sync. */
export async function saveBankMapping(
  context: HandlerContext,
  { id: integration_id }: IntegrationRow,
  funding_source_id: string,
  bank_account_id: string,
) {
  const now = context.now().toISOString();
  const id = context.newId('bmap');
  const created = { id, integration_id, funding_source_id, bank_account_id, synced: null };
  const mapping = await context.db
    .insertInto('bank_mappings')
    .values({ ...created, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'funding_source_id'])
        .doUpdateSet({ bank_account_id, synced: null, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return { mapping, isNew: mapping.id === id };
}

/**
 * Validates a request to map a connection.
 *
 * @throws {ApiError} 404, 403, or 422 for a vendor that is not in the books
 */
export async function checkVendorMapping(
  { db }: HandlerContext,
  { id, business_id }: IntegrationRow,
  { connectionId, accountingVendorId }: { connectionId: string; accountingVendorId: string },
): Promise<void> {
  const connection = await rowAt(db, 'connections', connectionId);
  if (connection.inviter_id !== business_id && connection.invitee_id !== business_id) {
    throw conflict(`Connection ${connectionId}`);
  }
  const vendor = await db
    .selectFrom('book_vendors')
    .select('id')
    .where('integration_id', '=', id)
    .where('id', '=', accountingVendorId)
    .executeTakeFirst();
  if (vendor) return;
  throw createInvalidFieldError(
    'unknown_accounting_vendor',
    'accountingVendorId',
    `The accounting system has no vendor ${accountingVendorId}.`,
  );
}

/**
 * Validates a request to map a bank account.
 *
 * @throws {ApiError} 404, 403, or 422 for an account that is not in the books
 */
export async function checkBankMapping(
  { db }: HandlerContext,
  { id, business_id }: IntegrationRow,
  body: { fundingSourceId: string; accountingBankAccountId: string },
): Promise<void> {
  const bank = await bankAt(db, body.fundingSourceId);
  if (!bank) throw createNotFoundError('bank account', body.fundingSourceId);
  if (bank.row.business_id !== business_id) {
    throw conflict(`Bank account ${body.fundingSourceId}`);
  }
  const account = await db
    .selectFrom('book_bank_accounts')
    .select('id')
    .where('integration_id', '=', id)
    .where('id', '=', body.accountingBankAccountId)
    .executeTakeFirst();
  if (account) return;
  throw createInvalidFieldError(
    'unknown_accounting_bank_account',
    'accountingBankAccountId',
    `The accounting system has no bank account ${body.accountingBankAccountId}.`,
  );
}

const conflict = (name: string) =>
  new ApiError(403, 'business_forbidden', `${name} belongs to another business.`);
