/** Linking of bank accounts, by the provider or by numbers. */

import type { Insertable } from 'kysely';
import { z } from 'zod/mini';
import { addBusinessDays, newYorkDate, newYorkInstant } from '../../api/ach/calendar.ts';
import { ApiError } from '../../api/http/api-error.ts';
import type { bank as contract } from '../../api/operations/bank.ts';
import type { OperationInput } from '../../api/operations/operation.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { createInvalidFieldError, readTrimmedText } from '../context/validation.ts';
import { ProviderAccount } from '../control/link-provider.ts';
import type { Row, SandboxTables } from '../database/tables.ts';
import { schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { behaviorOf } from '../payment/returns.ts';
import { ATTEMPTS, microDepositAmounts, readAccountNumber, readRoutingNumber } from './rules.ts';

type Bank = Row<'bank_accounts'>;

/**
 * Links an account chosen at the provider; it is verified at once.
 *
 * @throws {ApiError} 422 for an invalid token
 */
export async function connectByLink(
  context: HandlerContext,
  { publicToken, accountId, businessId }: OperationInput<typeof contract.connect>['body'],
): Promise<Bank> {
  const chosen = await redeemPublicToken(context, { publicToken, accountId });
  return insert(context, {
    ...blank(context, businessId),
    name: chosen.name,
    bank_name: chosen.bankName,
    account_type: chosen.type,
    last4: chosen.mask,
    routing_number: '110000000',
    account_hash: context.hash(`link:${publicToken}:${accountId}`),
    status: 'verified',
    method: 'linkprovider',
    behavior: behaviorOf({ name: chosen.name }),
    verified_at: context.now().toISOString(),
  });
}

/**
 * Returns the account chosen at the provider and uses up its public token.
 *
 * @throws {ApiError} 422 for an invalid token
 */
export async function redeemPublicToken(
  context: HandlerContext,
  { publicToken, accountId }: { publicToken: string; accountId: string },
): Promise<ProviderAccount> {
  const chosen = await readPublicToken(context, { publicToken, accountId });
  await context.db
    .updateTable('link_tokens')
    .set({ used_at: context.wallNow().toISOString() })
    .where('hash', '=', context.hash(publicToken))
    .execute();
  return chosen;
}

/**
 * Returns the account chosen at the provider without using up its public token, to show it first.
 *
 * @throws {ApiError} 422 for an invalid token
 */
export async function readPublicToken(
  context: HandlerContext,
  { publicToken, accountId }: { publicToken: string; accountId: string },
): Promise<ProviderAccount> {
  const accounts = await accountsOf(publicToken, context);
  const chosen = accounts.find((account) => account.accountId === accountId);
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
  context: HandlerContext,
  body: OperationInput<typeof contract.connectManually>['body'],
): Promise<Bank> {
  const routing = readRoutingNumber(body.routingNumber);
  const number = readAccountNumber(body.accountNumber);
  const name = readTrimmedText(body.name, 'name', 255);
  const hash = context.hash(`${routing}:${number}`);
  await assertNotConnected(context, body.businessId, hash);
  const attempts = await attemptsLeftFor(context, hash);
  const [first, second] = microDepositAmounts(context.randomInt);
  const postAt = newYorkInstant(addBusinessDays(newYorkDate(context.now()), 1), 9);
  const bank = await insert(context, {
    ...blank(context, body.businessId),
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
    micro_attempts: attempts,
    micro_post_at: postAt.toISOString(),
    behavior: behaviorOf({ name, accountNumber: number }),
  });
  await schedule(context, 'bank_account.post_micro_deposits', bank.id, postAt);
  return bank;
}

/**
 * Returns the attempts to verify an account by micro-deposits, which are counted however often it is linked.
 *
 * @throws {ApiError} 409 if none is left
 */
async function attemptsLeftFor({ db }: HandlerContext, hash: string): Promise<number> {
  const earlier = await db
    .selectFrom('bank_accounts')
    .select(({ fn }) => fn.min('micro_attempts').as('left'))
    .where('account_hash', '=', hash)
    .where('verified_at', 'is', null)
    .executeTakeFirst();
  const left = earlier?.left ?? ATTEMPTS;
  if (left > 0) return left;
  throw new ApiError(
    409,
    'too_many_attempts',
    'The micro-deposits of this account could not be verified: link it through the provider.',
  );
}

async function assertNotConnected(
  { db }: HandlerContext,
  businessId: string,
  hash: string,
): Promise<void> {
  const existing = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('business_id', '=', businessId)
    .where('account_hash', '=', hash)
    .where('status', '!=', 'removed')
    .executeTakeFirst();
  if (!existing) return;
  throw new ApiError(
    409,
    'duplicate_bank_account',
    `This account is already linked as ${existing.id}.`,
  );
}

/** Returns the accounts of an unused public token. Tokens that begin with `public-sandbox-` need no provider. */
async function accountsOf(
  publicToken: string,
  context: HandlerContext,
): Promise<readonly ProviderAccount[]> {
  if (publicToken.startsWith('public-sandbox-')) return testAccountsOf(publicToken);
  const row = await context.db
    .selectFrom('link_tokens')
    .selectAll()
    .where('hash', '=', context.hash(publicToken))
    .where('kind', '=', 'public')
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.wallNow().toISOString())
    .where('account_id', 'in', ['', context.caller?.accountId ?? ''])
    .executeTakeFirst();
  if (!row) throw badToken();
  return z.parse(z.array(ProviderAccount), JSON.parse(row.accounts));
}

function testAccountsOf(publicToken: string): readonly ProviderAccount[] {
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

const blank = (context: HandlerContext, businessId: string) => ({
  id: context.newId('fs'),
  business_id: businessId,
  is_default: 0,
  created_at: context.now().toISOString(),
});

async function insert(
  context: HandlerContext,
  draft: Insertable<SandboxTables['bank_accounts']>,
): Promise<Bank> {
  const row = await context.db
    .insertInto('bank_accounts')
    .values(draft)
    .returningAll()
    .executeTakeFirstOrThrow();
  await emit(context, 'bank_account.connected', { id: row.id, businessId: row.business_id });
  return row;
}
