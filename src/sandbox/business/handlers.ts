import { sql } from 'kysely';
import { newYorkDate } from '../../contract/ach/calendar.ts';
import type { business as contract } from '../../contract/business.ts';
import type { HandlerContext, Handlers } from '../context/handler-context.ts';
import { readTrimmedText } from '../context/validation.ts';
import type { Row } from '../database/tables.ts';
import { deleteLogo, saveLogo } from '../files/logo.ts';
import { schedule } from '../jobs/schedule.ts';
import { emit } from '../notifications/events.ts';
import { businessAt } from '../payment/records.ts';
import { balanceHandler, withdrawHandler } from '../withdrawal/handlers.ts';
import { toBusiness } from './records.ts';
import { readAddress, readController, readEin, readSsn } from './rules.ts';

/** Handlers of the operations on businesses. */
export const businessHandlers: Handlers<typeof contract> = {
  async list(_, world) {
    const rows = await world.db
      .selectFrom('businesses')
      .selectAll()
      .where('account_id', '=', world.caller?.accountId ?? '')
      .orderBy('created_at')
      .orderBy(sql`rowid`)
      .execute();
    return Promise.all(rows.map((row) => shown(row, world)));
  },

  get: async ({ params }, world) => shown(await businessAt(world.db, params.businessId), world),

  create: async ({ body }, world) =>
    register(world, {
      type: 'full',
      ...named(body),
      ein: body.taxInfo?.ein === undefined ? null : readEin(body.taxInfo.ein),
      ssn_last4: null,
      controller:
        body.controller === undefined
          ? null
          : JSON.stringify(readController(body.controller, newYorkDate(world.now()))),
    }),

  createBasic: async ({ body }, world) =>
    register(world, {
      type: 'basic',
      ...named(body),
      ein: body.taxInfo?.ein === undefined ? null : readEin(body.taxInfo.ein),
      ssn_last4: body.taxInfo?.ssn === undefined ? null : readSsn(body.taxInfo.ssn, 'taxInfo.ssn'),
      controller: null,
    }),

  async setAlias({ params, body }, world) {
    const row = await world.db
      .updateTable('businesses')
      .set({
        alias: readTrimmedText(body.alias, 'alias', 255),
        updated_at: world.now().toISOString(),
      })
      .where('id', '=', params.businessId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return shown(row, world);
  },

  setLogo: ({ params, body }, world) => saveLogo(world, params.businessId, body.file),
  removeLogo: ({ params }, world) => deleteLogo(world, params.businessId),
  balance: balanceHandler,
  withdraw: withdrawHandler,
};

type Kept = Pick<
  Row<'businesses'>,
  'type' | 'name' | 'business_type' | 'address' | 'ein' | 'ssn_last4' | 'controller'
>;

const named = (body: {
  name: string;
  businessType: string;
  address: Parameters<typeof readAddress>[0];
}) => ({
  name: readTrimmedText(body.name, 'name', 255),
  business_type: body.businessType,
  address: JSON.stringify(readAddress(body.address)),
});

/** Creates a pending business; its review runs before the next request. */
async function register(world: HandlerContext, kept: Kept) {
  const id = world.newId('biz');
  const createdAt = world.now().toISOString();
  const status = 'pending' as const;
  await world.db
    .insertInto('businesses')
    .values({
      id,
      account_id: world.caller?.accountId ?? '',
      ...kept,
      status,
      alias: null,
      required_actions: '[]',
      public_invite_enabled: 0,
      public_invite_approval: 0,
      public_invite_token: null,
      logo_file_id: null,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
  await emit(world, {
    type: 'business.created',
    resource: { type: 'business', id },
    businessId: id,
  });
  await schedule(world, 'business.review', id, world.now());
  return { id, status, createdAt };
}

async function shown(row: Row<'businesses'>, { db, options }: HandlerContext) {
  const chosen = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('business_id', '=', row.id)
    .where('is_default', '=', 1)
    .executeTakeFirst();
  return toBusiness(row, chosen?.id ?? null, options.appUrl);
}
