/** The settings of a data directory: rows of JSON, each with a schema. */

import type { Kysely } from 'kysely';
import { z } from 'zod/mini';
import { seeds } from '../../api/controls/state.ts';
import type { SandboxTables } from '../database/tables.ts';
import { Clock } from './clock.ts';

/** A setting: its key, and the schema of its JSON. */
export interface Setting<Schema extends z.ZodMiniType> {
  readonly key: string;
  readonly schema: Schema;
}

export const SeedName = z.enum(seeds);

/**
 * The ways to treat idempotency keys: `on` keeps them for the life of the data, for all users of an account; `24h` forgets
 * them after a day of the sandbox's clock; `per-user` keeps them for each user apart; `off` ignores them.
 */
export const idempotencyModes = ['on', '24h', 'per-user', 'off'] as const;

/** The options fixed for the life of a data directory. */
export type FixedOptions = z.output<typeof FixedOptions>;
export const FixedOptions = z.object({
  idempotency: z.enum(idempotencyModes),
  initiateLeavesApproved: z.enum(['immediately', 'at-settlement']),
  conflictStatus: z.union([z.literal(409), z.literal(422)]),
  /** Refuses unknown fields of requests if `on`. */
  strict: z.enum(['on', 'off']),
});

/** The settings that the operator of a service decides; they can change at any time. */
export type Config = z.output<typeof Config>;
export const Config = z.object({
  /** Payments from this amount in cents are held for review. */
  holdThresholdCents: z.int(),
  /** Hours between reminders of a payable; null for no limit. */
  reminderHours: z.nullable(z.int()),
  /** Only the addressee can accept an invitation if true; otherwise anyone with its token can. */
  strictEmail: z.boolean(),
});

export type WebhookProgress = z.output<typeof WebhookProgress>;
export const WebhookProgress = z.object({
  url: z.string(),
  /** `seq` of the last event that was delivered or given up. */
  after: z.int(),
  /** Number of events given up; `lastError` is the last reason. */
  failed: z.int(),
  lastError: z.nullable(z.string()),
});

/** A delivery that was given up. */
const FailedDelivery = z.object({ id: z.string(), url: z.string(), error: z.string() });

export const settings = {
  clock: { key: 'clock', schema: Clock },
  /** The clock with which the sandbox was created, and to which a reset returns. */
  firstClock: { key: 'firstClock', schema: Clock },
  options: { key: 'options', schema: FixedOptions },
  config: { key: 'config', schema: Config },
  webhook: { key: 'webhook', schema: WebhookProgress },
  /** The deliveries that were given up, the newest last. */
  failedDeliveries: { key: 'failedDeliveries', schema: z.array(FailedDelivery) },
  /** The key of the hashes of tokens and account numbers. */
  secret: { key: 'secret', schema: z.string() },
  /** The seed of the directory. Written in the seed's transaction; a directory without it is not ready. */
  seed: { key: 'seed', schema: SeedName },
  /** The user that `sandbox start` issues a token for. */
  owner: { key: 'owner', schema: z.object({ userId: z.string(), accountId: z.string() }) },
};

/**
 * Returns a setting, or `undefined`.
 *
 * @throws {$ZodError} if its JSON does not match the schema
 */
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

/**
 * Returns a setting that every directory has.
 *
 * @throws {Error} if it is missing
 */
export async function requireSetting<Schema extends z.ZodMiniType>(
  db: Kysely<SandboxTables>,
  setting: Setting<Schema>,
): Promise<z.output<Schema>> {
  const content = await readSetting(db, setting);
  if (content !== undefined) return content;
  throw new Error(`The sandbox directory is corrupted: ${setting.key} is missing.`);
}

export async function writeSetting<Schema extends z.ZodMiniType>(
  db: Kysely<SandboxTables>,
  { key }: Setting<Schema>,
  content: z.output<Schema>,
): Promise<void> {
  const value = JSON.stringify(content);
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function removeSetting(
  db: Kysely<SandboxTables>,
  { key }: Setting<z.ZodMiniType>,
): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

const defaultConfig: Config = {
  holdThresholdCents: 10_000_000,
  reminderHours: null,
  strictEmail: false,
};

/** Returns the current configuration: the saved one, or the defaults. */
export const readConfig = async (db: Kysely<SandboxTables>): Promise<Config> =>
  (await readSetting(db, settings.config)) ?? defaultConfig;

/** Merges changes into the configuration and returns the result. */
export async function changeConfig(
  db: Kysely<SandboxTables>,
  changes: Partial<Config>,
): Promise<Config> {
  const config = { ...(await readConfig(db)), ...changes };
  await writeSetting(db, settings.config, config);
  return config;
}
