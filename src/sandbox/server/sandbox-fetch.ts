import { ConnectionLostError } from '../faults/drop-connection.ts';
import type { SandboxService } from './serve.ts';

/**
 * Returns a `fetch` that calls a service in this process. Relative URLs are below its base URL; redirects are returned.
 *
 * It rejects as `fetch` does: with a `TypeError` if the connection is dropped, and with the reason of an aborted signal.
 */
export const fetchOf =
  ({ fetch: call, baseUrl }: Pick<SandboxService, 'fetch' | 'baseUrl'>): typeof fetch =>
  async (input, init) => {
    const target = typeof input === 'string' ? new URL(input, baseUrl) : input;
    const request = new Request(target, init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([call(request), aborted]);
    } catch (cause) {
      if (!(cause instanceof ConnectionLostError)) throw cause;
      throw new TypeError('fetch failed', { cause });
    }
  };
