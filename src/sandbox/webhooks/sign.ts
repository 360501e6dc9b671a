import { createHmac } from 'node:crypto';

/** What the receiver knows the sender by: the same for the life of a data folder, and in nobody's database. */
export const secretOf = (hash: (text: string) => string): string =>
  `whsec_${Buffer.from(hash('webhook'), 'base64url').toString('base64')}`;

/**
 * The headers of a delivery, as the Standard Webhooks have them: HMAC-SHA256 over `id.timestamp.body`, in base64.
 * Whoever receives it needs no code of ours to check it.
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
