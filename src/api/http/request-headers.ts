/** Headers that users may not set with `-H`, because they would make it a different request from the one shown. */

/** Headers that change the method, the path, the target or the framing. */
const rerouting =
  /^(x-(http-)?method(-override)?|x-original-(url|uri|method)|x-rewrite-(url|uri)|host|forwarded|x-forwarded-.*|x-host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

/** For writes only: headers that change the type of the body, the sender, the account, or the idempotency key. */
const deciding =
  /^(content-type|content-encoding|authorization|idempotency-key|x-idempotency-key|cookie)$|account|tenant|organi[sz]ation|on-behalf-of|impersonat/i;

/** Headers of distributed tracing, which a request that moves money may have. */
const tracing = ['traceparent', 'tracestate', 'baggage', 'x-request-id', 'x-correlation-id'];

export interface HeaderUse {
  readonly isWrite: boolean;
  /**
   * Given for a request that may move money: the headers that it may have beside those of tracing, in lower case. Others
   * could change its meaning, and nobody would see it.
   */
  readonly gatewayHeaders?: readonly string[] | undefined;
}

/** Returns the reason that a header cannot be set, as the end of a sentence; `undefined` if it can. */
export function headerProblem(
  name: string,
  { isWrite, gatewayHeaders }: HeaderUse,
): string | undefined {
  if (rerouting.test(name))
    return 'cannot be set: it changes the destination or parsing of a request';
  if (isWrite && deciding.test(name)) {
    return 'cannot be set on a write request';
  }
  const isAllowed = [...tracing, ...(gatewayHeaders ?? [])].includes(name.toLowerCase());
  return gatewayHeaders === undefined || isAllowed
    ? undefined
    : `cannot be set on a payment: only ${tracing.join(', ')} and the headers of the setting gatewayHeaders can`;
}
