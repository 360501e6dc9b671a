import type { Kysely } from 'kysely';
import { z } from 'zod/mini';
import type { SandboxTables } from '../database/tables.ts';
import { Clock } from './clock.ts';

/** The other side of a connection of the big business. */
const Partner = z.object({
  businessId: z.string(),
  connectionId: z.string(),
  /** The bank account that it pays from; empty where it only receives. */
  bankId: z.string(),
});

export type Companies = z.output<typeof Companies>;
/** One business that all payables belong to: most of them it is to pay, some are paid to it. */
export const Companies = z.object({
  id: z.string(),
  bankId: z.string(),
  suppliers: z.array(Partner),
  customers: z.array(Partner),
});

/** One thing that a data folder remembers about itself: a row of JSON. */
export interface Setting<Schema extends z.ZodMiniType> {
  readonly key: string;
  readonly schema: Schema;
}

export type SeedName = z.output<typeof SeedName>;
export const SeedName = z.enum(['demo', 'empty']);

/** The switches that hold for the life of a data folder. */
export type FixedOptions = z.output<typeof FixedOptions>;
export const FixedOptions = z.object({
  idempotency: z.enum(['on', 'off']),
  initiateLeavesApproved: z.enum(['immediately', 'at-settlement']),
  conflictStatus: z.union([z.literal(409), z.literal(422)]),
  /** Whether an unknown member of a request is refused; a folder made before this was a choice says nothing. */
  strict: z._default(z.enum(['on', 'off']), 'on'),
});

/** What an operator of a service decides, and the sandbox's owner may change at any time. */
export type Config = z.output<typeof Config>;
export const Config = z.object({
  /** From how many cents on somebody looks at a payment first. */
  holdThresholdCents: z.int(),
  /** How long a payable cannot be reminded of again; null when that is nobody's business. */
  reminderHours: z.nullable(z.int()),
  /** Whether an invitation can be accepted by its addressee only, and not by whoever has its token. */
  strictEmail: z.boolean(),
});

export type WebhookProgress = z.output<typeof WebhookProgress>;
export const WebhookProgress = z.object({
  url: z.string(),
  /** `seq` of the last event that was told, or given up. */
  after: z.int(),
  /** How many were given up, and what was wrong the last time. */
  failed: z.int(),
  lastError: z.nullable(z.string()),
});

export type BigProgress = z.output<typeof BigProgress>;
/** A sandbox with very many payables: what was wished for, and how many are made. */
export const BigProgress = z.object({
  payables: z.int(),
  seed: z.int(),
  /** The moment that all of them are before. */
  at: z.string(),
  made: z.int(),
  companies: Companies,
});

export const settings = {
  clock: { key: 'clock', schema: Clock },
  options: { key: 'options', schema: FixedOptions },
  config: { key: 'config', schema: Config },
  /** Where events are told to. */
  webhook: { key: 'webhook', schema: WebhookProgress },
  /** Keys the hashes of tokens and account numbers. */
  secret: { key: 'secret', schema: z.string() },
  /** What the folder was filled with. Written with the seed itself: without it, the folder is not ready. */
  seed: { key: 'seed', schema: SeedName },
  /** How far the filling with very many payables has come. */
  big: { key: 'big', schema: BigProgress },
  /** The user that `sandbox start` gives a token of. */
  owner: { key: 'owner', schema: z.object({ userId: z.string(), accountId: z.string() }) },
};

/** What the folder remembers, or `undefined`. Throws when the row does not read as it was written. */
export async function readSetting<Schema extends z.ZodMiniType>(
  db: Kysely<SandboxTables>,
  { key, schema }: Setting<Schema>,
): Promise<z.output<Schema> | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row && z.parse(schema, JSON.parse(row.value));
}

export async function writeSetting<Schema extends z.ZodMiniType>(
  db: Kysely<SandboxTables>,
  { key }: Setting<Schema>,
  it: z.output<Schema>,
): Promise<void> {
  const value = JSON.stringify(it);
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

const usual: Config = { holdThresholdCents: 10_000_000, reminderHours: null, strictEmail: false };

/** What is in force. */
export const readConfig = async (db: Kysely<SandboxTables>): Promise<Config> =>
  (await readSetting(db, settings.config)) ?? usual;

export async function changeConfig(
  db: Kysely<SandboxTables>,
  changes: Partial<Config>,
): Promise<Config> {
  const config = { ...(await readConfig(db)), ...changes };
  await writeSetting(db, settings.config, config);
  return config;
}
