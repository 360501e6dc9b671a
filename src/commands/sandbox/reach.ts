/** The tokens that the environment fixes for a sandbox, and who may reach it. */

import type { Context } from '../../cli/context.ts';
import { ConfigError } from '../../config/errors.ts';
import { UsageError } from '../../money/errors.ts';
import { LOOPBACK } from '../../sandbox/server/listen.ts';
import type { SandboxConfig } from '../../sandbox/server/serve.ts';
import type { StartOptions } from './start-flags.ts';

const TOKEN = 'REMIT_SANDBOX_TOKEN';
const CONTROL_TOKEN = 'REMIT_SANDBOX_CONTROL_TOKEN';

/**
 * Returns the tokens of the environment.
 *
 * @throws {ConfigError} if one is too short to be secret, or cannot be sent.
 */
export function fixedTokens({
  system: { env },
  secrets,
}: Context): Pick<SandboxConfig, 'token' | 'controlToken'> {
  const tokenIn = (name: string): string | undefined => {
    const token = env[name] || undefined;
    if (token === undefined) return undefined;
    secrets.add(token);
    if (/^[\w.~-]{16,256}$/.test(token)) return token;
    throw new ConfigError(`${name} must have 16 to 256 letters, digits or . _ ~ -`);
  };
  const [token, controlToken] = [tokenIn(TOKEN), tokenIn(CONTROL_TOKEN)];
  return { ...(token && { token }), ...(controlToken && { controlToken }) };
}

/**
 * Refuses a sandbox that other machines reach, unless its names are given and its tokens are known beforehand.
 *
 * @throws {UsageError} if a part of that is missing.
 */
export function assertReachIsMeant(context: Context, options: StartOptions): void {
  const { token, controlToken } = fixedTokens(context);
  const { host = LOOPBACK, hostNames } = options;
  if (host === LOOPBACK && hostNames === undefined) return;
  if (host === LOOPBACK) {
    throw new UsageError('--allow-host requires --host: only this machine reaches the sandbox.', {
      next: ['add --host 0.0.0.0 to let other machines reach it'],
    });
  }
  if (hostNames === undefined) {
    throw new UsageError(`--host ${host} requires --allow-host.`, {
      next: ['add --allow-host with the names by which other machines reach the sandbox'],
    });
  }
  if (token !== undefined && controlToken !== undefined) return;
  throw new UsageError(`--host ${host} requires tokens that are not generated.`, {
    next: [`set ${TOKEN} and ${CONTROL_TOKEN} to secrets of at least 16 characters`],
  });
}
