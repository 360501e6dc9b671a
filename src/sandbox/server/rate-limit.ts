import { Refused } from '../../contract/http/api-error.ts';

const WINDOW_MS = 60_000;

/** Lets each bearer ask `perMinute` times a minute of wall time; then throws `Refused` (429) with the seconds to wait. */
export function rateLimit(perMinute: number, wallNow: () => Date): (bearer: string) => void {
  const windows = new Map<string, { startedAt: number; asked: number }>();
  return (bearer) => {
    const now = wallNow().getTime();
    const last = windows.get(bearer);
    const current = last && now - last.startedAt < WINDOW_MS ? last : { startedAt: now, asked: 0 };
    windows.set(bearer, current);
    current.asked += 1;
    if (current.asked <= perMinute) return;
    throw new Refused(429, 'rate_limited', `More than ${perMinute} requests in a minute.`, {
      retryAfterSeconds: Math.ceil((current.startedAt + WINDOW_MS - now) / 1000),
    });
  };
}
