import { createHmac } from 'node:crypto';

/**
 * Returns the secret shared with the receiver.
 *
 * It is constant for the life of a data directory, and not stored in the database.
 */
export const secretOf = (hash: (text: string) => string): string =>
  `whsec_${Buffer.from(hash('webhook'), 'base64url').toString('base64')}`;

/**
 * Returns the headers of a delivery as Standard Webhooks define them: HMAC-SHA256 of `id.timestamp.body`, in base64.
 *
 * Any library for Standard Webhooks can verify it.
 */
export function signedHeaders(id: string, body: string, { secret, now }: Signing) {
  const timestamp = Math.floor(now.getTime() / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'Webhook-Id': id,
    'Webhook-Timestamp': String(timestamp),
    'Webhook-Signature': `v1,${signature}`,
  };
}

interface Signing {
  readonly secret: string;
  readonly now: Date;
}
