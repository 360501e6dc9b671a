import { UnexpectedResponseError, UnreachableError } from '../errors.ts';
import type { AbortReason } from './deadlines.ts';
import type { HttpProxy } from './proxy-settings.ts';

export interface ConnectionErrorContext {
  readonly base: URL;
  readonly proxy?: HttpProxy | undefined;
  /** Whether the connection stood, so that bytes may have left. */
  readonly sent: boolean;
  readonly given: AbortReason | undefined;
}

/** What a failed exchange is called: `UnreachableError`, or `UnexpectedResponseError` when what answers there does not speak HTTP. */
export function toConnectionError(
  error: unknown,
  { base, proxy, sent, given }: ConnectionErrorContext,
): UnreachableError | UnexpectedResponseError {
  if (error instanceof UnreachableError || error instanceof UnexpectedResponseError) return error;
  const code = codeOf(error);
  if (!given && sent && isGarbled(code)) {
    return new UnexpectedResponseError(`Invalid HTTP response from ${base.host}.`, {
      status: null,
      requestId: null,
      detail: code === '' ? null : code,
      cause: error,
    });
  }
  const reason = reasonOf(error, given);
  const through = proxy === undefined ? '' : ` through the proxy ${proxy.url.host}`;
  return new UnreachableError(
    sent
      ? `The connection to ${base.host}${through} was lost before the response was complete: ${reason}.`
      : `${base.host} could not be reached${through}: ${reason}.`,
    { sent, reason, interrupted: given?.interrupted ?? false, cause: error },
  );
}

/** What came could not be parsed. */
const isGarbled = (code: string): boolean => code.startsWith('HPE_');

const cannotVerify = 'its certificate cannot be verified (--ca-file names an authority to trust)';

/** The system's code in words; never its message, which may hold what was sent. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'DNS lookup failed',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: cannotVerify,
  SELF_SIGNED_CERT_IN_CHAIN: cannotVerify,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: cannotVerify,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: cannotVerify,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** Why an exchange failed, in words; what this program itself ended says so. */
export function reasonOf(error: unknown, given: AbortReason | undefined): string {
  const code = codeOf(error);
  const known = given?.reason ?? reasons[code];
  return known ?? (code === '' ? 'connection failed' : `connection failed (${code})`);
}

/** Libraries wrap the system's error: the innermost code says most. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return codeOf(error.cause) || own;
}
