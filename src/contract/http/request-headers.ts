/** Headers that a person may not add to a request (`-H`), since they would make it another request than the one shown. */

/** They change the method, the path, the target or the framing. */
const rerouting =
  /^(x-(http-)?method(-override)?|x-original-(url|uri|method)|x-rewrite-(url|uri)|host|forwarded|x-forwarded-.*|x-host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

/** Of a write also: the kind of its body, who sends it, for which account, and its key. */
const deciding =
  /^(content-type|content-encoding|authorization|idempotency-key|x-idempotency-key|cookie)$|account|tenant|organi[sz]ation|on-behalf-of|impersonat/i;

/** Why a header cannot be set, as the end of a sentence; undefined where it can. */
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
