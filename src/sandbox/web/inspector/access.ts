/** Access of browsers to the inspector: one-time codes and cookies. */

import { ApiError } from '../../../api/http/api-error.ts';
import type { Engine } from '../../context/engine.ts';
import type { HandlerContext } from '../../context/handler-context.ts';
import type { IncomingRequest } from '../../context/request-body.ts';
import { createNotFoundError } from '../../context/validation.ts';
import type { ControlHandlers } from '../../control/control-handlers.ts';
import { cookieOf } from '../form.ts';
import { ENTER_PATH } from '../page-paths.ts';
import { existingPathOf } from './page-context.ts';
import { resourceKinds } from './pages.ts';

/** A code opens the inspector in one browser, once; a cookie keeps it open there. Wall time. */
const VALID_MS = { code: 60 * 1000, cookie: 12 * 60 * 60 * 1000 } as const;

/**
 * Exchanges a code for the value of a Set-Cookie header.
 *
 * @throws {ApiError} 401 if the code is unknown, used or expired
 */
export async function redeemInspectorCode(code: string, context: HandlerContext): Promise<string> {
  const { numDeletedRows } = await context.db
    .deleteFrom('inspector_keys')
    .where('hash', '=', context.hash(code))
    .where('kind', '=', 'code')
    .where('expires_at', '>', context.wallNow().toISOString())
    .executeTakeFirst();
  if (numDeletedRows === 0n) {
    throw new ApiError(
      401,
      'invalid_code',
      'This link was already used or is older than a minute.',
    );
  }
  const key = await makeKey('cookie', context);
  const seconds = VALID_MS.cookie / 1000;
  return `${nameOfCookie(context)}=${key}; Path=/sandbox; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}

/**
 * Returns the key in the browser's cookie.
 *
 * @throws {ApiError} 401 if there is none, or it expired
 */
export async function requireInspectorKey(
  request: IncomingRequest,
  { db, hash, wallNow }: Engine,
): Promise<string> {
  const key = cookieOf(request, nameOfCookie({ hash }));
  const row = await db
    .selectFrom('inspector_keys')
    .select('hash')
    .where('hash', '=', hash(key))
    .where('kind', '=', 'cookie')
    .where('expires_at', '>', wallNow().toISOString())
    .executeTakeFirst();
  if (row) return key;
  throw new ApiError(401, 'unauthenticated', 'This browser is not signed in to the inspector.');
}

async function makeKey(kind: keyof typeof VALID_MS, context: HandlerContext): Promise<string> {
  const key = context.newSecret(43); // 32 bytes
  const now = context.wallNow();
  const expires_at = new Date(now.getTime() + VALID_MS[kind]).toISOString();
  await context.db
    .deleteFrom('inspector_keys')
    .where('expires_at', '<=', now.toISOString())
    .execute();
  await context.db
    .insertInto('inspector_keys')
    .values({ hash: context.hash(key), kind, expires_at })
    .execute();
  return key;
}

// Browsers share cookies between ports, so each sandbox uses its own name.
const nameOfCookie = ({ hash }: Pick<Engine, 'hash'>) => `remit_${hash('inspector').slice(0, 8)}`;

/** The control that returns a URL which opens the inspector in a browser, once and within a minute. */
export const inspectorControlHandlers: ControlHandlers<'openInspector'> = {
  async openInspector({ id }, world) {
    if (id !== undefined && (await existingPathOf(id, { ...world, resourceKinds })) === undefined) {
      throw createNotFoundError('resource', id);
    }
    const query = new URLSearchParams({ code: await makeKey('code', world), ...(id && { id }) });
    return { url: `${world.options.appUrl}${ENTER_PATH}?${query}` };
  },
};
