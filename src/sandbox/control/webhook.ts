import { readSetting, settings } from '../context/settings.ts';
import { secretOf } from '../webhooks/sign.ts';
import { lastEventSeq } from './events.ts';
import { clockControl } from './route.ts';

/** Where events are told to since `sandbox start --webhook-url`, and what the receiver needs to check them. */
export const webhookControls = [
  clockControl('GET', '/sandbox/webhook', async (_, { db, hash }) => {
    const progress = await readSetting(db, settings.webhook);
    const { url = null, after = 0, failed = 0, lastError = null } = progress ?? {};
    const pending = url === null ? 0 : (await lastEventSeq(db)) - after;
    return { url, secret: secretOf(hash), pending, failed, lastError };
  }),
];
