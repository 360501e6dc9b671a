import type { Kysely } from 'kysely';
import { type Config, readSetting, settings, writeSetting } from './settings.ts';
import type { Tables } from '../database/tables.ts';

const usual: Config = { holdThresholdCents: 10_000_000, reminderHours: null, strictEmail: false };

/** What is in force. */
export const readConfig = async (db: Kysely<Tables>): Promise<Config> =>
  (await readSetting(db, settings.config)) ?? usual;

export async function changeConfig(db: Kysely<Tables>, changes: Partial<Config>): Promise<Config> {
  const config = { ...(await readConfig(db)), ...changes };
  await writeSetting(db, settings.config, config);
  return config;
}
