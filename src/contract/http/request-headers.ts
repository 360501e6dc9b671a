/** Headers that users may not set with `-H`, because they would make it a different request from the one shown. */

/** Headers that change the method, the path, the target or the framing. */
const rerouting =
  /^(x-(http-)?method(-override)?|x-original-(url|uri|method)|x-rewrite-(url|uri)|host|forwarded|x-forwarded-.*|x-host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

/** For writes only: headers that change the type of the body, the sender, the account, or the idempotency key. */
const deciding =
  /^(content-type|content-encoding|authorization|idempotency-key|x-idempotency-key|cookie)$|account|tenant|organi[sz]ation|on-behalf-of|impersonat/i;

/** Returns the reason that a header cannot be set, as the end of a sentence; `undefined` if it can. */
export function headerProblem(
  name: string,
  { isWrite }: { readonly isWrite: boolean },
): string | undefined {
  if (rerouting.test(name))
    return 'cannot be set: it changes the destination or parsing of a request';
  if (isWrite && deciding.test(name)) {
    return 'cannot be set on a write request';
  }
  return undefined;
}
