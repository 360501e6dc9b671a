import { sql } from 'kysely';
import { newYorkDate } from '../../api/ach/calendar.ts';
import type { business as contract } from '../../api/operations/business.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { readTrimmedText } from '../context/validation.ts';
import { rowAt } from '../database/rows.ts';
import type { Row } from '../database/tables.ts';
import { deleteLogo, saveLogo } from '../files/store.ts';
import { schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { balanceHandler, withdrawHandler } from '../withdrawal/handlers.ts';
import { toBusiness } from './records.ts';
import { readAddress, readController, readEin, readSsn } from './rules.ts';

export const businessHandlers: Handlers<typeof contract> = {
  async list(_, context) {
    const rows = await context.db
      .selectFrom('businesses')
      .selectAll()
      .where('account_id', '=', context.caller?.accountId ?? '')
      .orderBy('created_at')
      .orderBy(sql`rowid`)
      .execute();
    return Promise.all(rows.map((row) => toBusinessRecord(row, context)));
  },

  get: async ({ params }, context) =>
    toBusinessRecord(await rowAt(context.db, 'businesses', params.businessId), context),

  create: async ({ body }, context) =>
    register(context, {
      type: 'full',
      ...namesOf(body),
      ein: body.taxInfo?.ein === undefined ? null : readEin(body.taxInfo.ein),
      ssn_last4: null,
      controller:
        body.controller === undefined
          ? null
          : JSON.stringify(readController(body.controller, newYorkDate(context.now()))),
    }),

  createBasic: async ({ body }, context) =>
    register(context, {
      type: 'basic',
      ...namesOf(body),
      ein: body.taxInfo?.ein === undefined ? null : readEin(body.taxInfo.ein),
      ssn_last4: body.taxInfo?.ssn === undefined ? null : readSsn(body.taxInfo.ssn, 'taxInfo.ssn'),
      controller: null,
    }),

  async setAlias({ params, body }, context) {
    const row = await context.db
      .updateTable('businesses')
      .set({
        alias: readTrimmedText(body.alias, 'alias', 255),
        updated_at: context.now().toISOString(),
      })
      .where('id', '=', params.businessId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toBusinessRecord(row, context);
  },

  setLogo: ({ params, body }, context) => saveLogo(context, params.businessId, body.file),
  removeLogo: ({ params }, context) => deleteLogo(context, params.businessId),
  balance: balanceHandler,
  withdraw: withdrawHandler,
};

type BusinessFields = Pick<
  Row<'businesses'>,
  'type' | 'name' | 'business_type' | 'address' | 'ein' | 'ssn_last4' | 'controller'
>;

const namesOf = (body: {
  name: string;
  businessType: string;
  address: Parameters<typeof readAddress>[0];
}) => ({
  name: readTrimmedText(body.name, 'name', 255),
  business_type: body.businessType,
  address: JSON.stringify(readAddress(body.address)),
});

/** Creates a pending business; its review runs before the next request. */
async function register(context: HandlerContext, kept: BusinessFields) {
  const id = context.newId('biz');
  const createdAt = context.now().toISOString();
  const status = 'pending' as const;
  await context.db
    .insertInto('businesses')
    .values({
      id,
      account_id: context.caller?.accountId ?? '',
      ...kept,
      status,
      required_actions: '[]',
      public_invite_enabled: 0,
      public_invite_approval: 0,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
  await emit(context, 'business.created', { id, businessId: id });
  await schedule(context, 'business.review', id, context.now());
  return { id, status, createdAt };
}

async function toBusinessRecord(row: Row<'businesses'>, { db, options }: HandlerContext) {
  const chosen = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('business_id', '=', row.id)
    .where('is_default', '=', 1)
    .executeTakeFirst();
  return toBusiness(row, chosen?.id ?? null, options.appUrl);
}
