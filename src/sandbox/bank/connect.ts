/** Linking of bank accounts, by the provider or by numbers. */

import { z } from 'zod/mini';
import { addBusinessDays, newYorkDate, newYorkInstant } from '../../contract/ach/calendar.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError, readTrimmedText } from '../context/validation.ts';
import { ProviderAccount } from '../control/link-provider.ts';
import type { Row } from '../database/tables.ts';
import { schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { behaviorOf } from '../payment/simulated-returns.ts';
import { ATTEMPTS, microDepositAmounts, readAccountNumber, readRoutingNumber } from './rules.ts';

type Bank = Row<'bank_accounts'>;

/**
 * Links an account chosen at the provider; it is verified at once.
 *
 * @throws {ApiError} 422 for an invalid token
 */
export async function connectByLink(
  world: HandlerContext,
  {
    publicToken,
    accountId,
    businessId,
  }: { publicToken: string; accountId: string; businessId: string },
): Promise<Bank> {
  const chosen = await redeemPublicToken(world, { publicToken, accountId });
  return insert(world, {
    ...blank(world, businessId),
    name: chosen.name,
    bank_name: chosen.bankName,
    account_type: chosen.type,
    last4: chosen.mask,
    routing_number: '110000000',
    account_hash: world.hash(`link:${publicToken}:${accountId}`),
    status: 'verified',
    method: 'linkprovider',
    behavior: behaviorOf({ name: chosen.name }),
    verified_at: world.now().toISOString(),
  });
}

/**
 * Returns the account chosen at the provider and uses up its public token.
 *
 * @throws {ApiError} 422 for an invalid token
 */
export async function redeemPublicToken(
  world: HandlerContext,
  { publicToken, accountId }: { publicToken: string; accountId: string },
): Promise<ProviderAccount> {
  const chosen = await readPublicToken(world, { publicToken, accountId });
  await world.db
    .updateTable('link_tokens')
    .set({ used_at: world.wallNow().toISOString() })
    .where('hash', '=', world.hash(publicToken))
    .execute();
  return chosen;
}

/**
 * Returns the account chosen at the provider without using up its public token, to show it first.
 *
 * @throws {ApiError} 422 for an invalid token
 */
export async function readPublicToken(
  world: HandlerContext,
  { publicToken, accountId }: { publicToken: string; accountId: string },
): Promise<ProviderAccount> {
  const offered = await offeredBy(publicToken, world);
  const chosen = offered.find((account) => account.accountId === accountId);
  if (chosen) return chosen;
  throw createInvalidFieldError(
    'invalid_public_token',
    'accountId',
    'The public token does not include this account.',
  );
}

/**
 * Links an account by its numbers; it stays unverified until its micro-deposits, sent for 9:00 ET of the next business
 * day, are verified.
 *
 * @throws {ApiError} 422, or 409 if the account is linked already
 */
export async function connectByNumbers(
  world: HandlerContext,
  body: {
    routingNumber: string;
    accountNumber: string;
    accountType: 'checking' | 'savings';
    name: string;
    businessId: string;
  },
): Promise<Bank> {
  const routing = readRoutingNumber(body.routingNumber);
  const number = readAccountNumber(body.accountNumber);
  const name = readTrimmedText(body.name, 'name', 255);
  const hash = world.hash(`${routing}:${number}`);
  await refuseDuplicate(world, body.businessId, hash);
  const [first, second] = microDepositAmounts(world.randomInt);
  const postAt = newYorkInstant(addBusinessDays(newYorkDate(world.now()), 1), 9);
  const bank = await insert(world, {
    ...blank(world, body.businessId),
    name,
    bank_name: 'First Example Bank',
    account_type: body.accountType,
    last4: number.slice(-4),
    routing_number: routing,
    account_hash: hash,
    status: 'unverified',
    method: 'microDeposits',
    micro_status: 'pending',
    micro_cents_1: first,
    micro_cents_2: second,
    micro_attempts: ATTEMPTS,
    micro_post_at: postAt.toISOString(),
    behavior: behaviorOf({ name, accountNumber: number }),
  });
  await schedule(world, 'bank_account.post_micro_deposits', bank.id, postAt);
  return bank;
}

async function refuseDuplicate(
  { db }: HandlerContext,
  businessId: string,
  hash: string,
): Promise<void> {
  const twin = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('business_id', '=', businessId)
    .where('account_hash', '=', hash)
    .where('status', '!=', 'removed')
    .executeTakeFirst();
  if (!twin) return;
  throw new ApiError(
    409,
    'duplicate_bank_account',
    `This account is already linked as ${twin.id}.`,
  );
}

/** Returns the accounts of an unused public token. Tokens that begin with `public-sandbox-` need no provider. */
async function offeredBy(
  publicToken: string,
  world: HandlerContext,
): Promise<readonly ProviderAccount[]> {
  if (publicToken.startsWith('public-sandbox-')) return offeredInSandbox(publicToken);
  const row = await world.db
    .selectFrom('link_tokens')
    .selectAll()
    .where('hash', '=', world.hash(publicToken))
    .where('kind', '=', 'public')
    .where('used_at', 'is', null)
    .where('expires_at', '>', world.wallNow().toISOString())
    .where('account_id', 'in', ['', world.caller?.accountId ?? ''])
    .executeTakeFirst();
  if (!row) throw badToken();
  return z.parse(z.array(ProviderAccount), JSON.parse(row.accounts));
}

function offeredInSandbox(publicToken: string): readonly ProviderAccount[] {
  if (/-(invalid|expired|used)$/.test(publicToken)) throw badToken();
  const bankName = 'First Example Bank';
  return [
    { accountId: 'acct_checking_0000', name: 'Checking', type: 'checking', mask: '0000', bankName },
    { accountId: 'acct_savings_1111', name: 'Savings', type: 'savings', mask: '1111', bankName },
  ];
}

const badToken = () =>
  createInvalidFieldError(
    'invalid_public_token',
    'publicToken',
    'The public token is unknown, expired or already used.',
  );

const blank = (world: HandlerContext, businessId: string) => ({
  id: world.newId('fs'),
  business_id: businessId,
  is_default: 0,
  micro_status: null,
  micro_cents_1: null,
  micro_cents_2: null,
  micro_attempts: null,
  micro_post_at: null,
  outside_cents: null,
  created_at: world.now().toISOString(),
  verified_at: null,
  removed_at: null,
});

async function insert(world: HandlerContext, row: Bank): Promise<Bank> {
  await world.db.insertInto('bank_accounts').values(row).execute();
  await emit(world, {
    type: 'bank_account.connected',
    resource: { type: 'bank_account', id: row.id },
    businessId: row.business_id,
  });
  return row;
}
