import { isRecord } from '../../../is-record.ts';
import {
  UnexpectedResponseError,
  UnreachableError,
  UntrustedCertificateError,
  WithheldError,
} from '../errors.ts';
import type { AbortReason } from './deadlines.ts';
import type { HttpProxy } from './proxy-settings.ts';

/** The circumstances of a failed exchange. */
export interface ConnectionErrorContext {
  readonly base: URL;
  readonly proxy?: HttpProxy | undefined;
  /** True if the connection was established, so that bytes may have been sent. */
  readonly sent: boolean;
  /** The reason that this program aborted the exchange; `undefined` if it did not. */
  readonly given: AbortReason | undefined;
}

/** Converts an error to `UnreachableError`, or to `UnexpectedResponseError` if the peer does not speak HTTP. */
export function toConnectionError(
  error: unknown,
  { base, proxy, sent, given }: ConnectionErrorContext,
): UnreachableError | UnexpectedResponseError | WithheldError {
  if (error instanceof UnreachableError || error instanceof UnexpectedResponseError) return error;
  if (error instanceof WithheldError) return error;
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
  const interrupted = given?.interrupted ?? false;
  const through = proxy === undefined ? '' : ` through the proxy ${proxy.url.host}`;
  if (sent) {
    const message = `The connection to ${base.host}${through} was lost before the response was complete: ${reason}.`;
    return new UnreachableError(message, { sent, reason, interrupted, cause: error });
  }
  const message = `${base.host} could not be reached${through}: ${reason}.`;
  const next = given ? undefined : certificateAdvices[code];
  return next
    ? new UntrustedCertificateError(message, { sent, reason, next, cause: error })
    : new UnreachableError(message, { sent, reason, interrupted, cause: error });
}

/** Reports whether the response could not be parsed as HTTP. */
const isGarbled = (code: string): boolean => code.startsWith('HPE_');

const cannotVerify = 'its certificate cannot be verified';
const trustAuthority: readonly string[] = [
  'trust its authority: --ca-file <file>, REMIT_CA_FILE, or remit profile set caFile <file>',
  'remit doctor',
];

/** Next steps for certificates that are not trusted, by code. */
const certificateAdvices: Readonly<Record<string, readonly string[]>> = {
  CERT_HAS_EXPIRED: ['check the clock of this machine', 'tell the service that it expired'],
  CERT_NOT_YET_VALID: ['check the clock of this machine'],
  DEPTH_ZERO_SELF_SIGNED_CERT: trustAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: trustAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: trustAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: trustAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: ['check the base URL: remit config list, remit profile show'],
};

/** Messages for system error codes. The system's own message is never shown, since it may contain request data. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'DNS lookup failed',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: cannotVerify,
  SELF_SIGNED_CERT_IN_CHAIN: cannotVerify,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: cannotVerify,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: cannotVerify,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** Returns the reason that an exchange failed, as a phrase; the abort reason if this program aborted it. */
export function reasonOf(error: unknown, given: AbortReason | undefined): string {
  const code = codeOf(error);
  const known = given?.reason ?? reasons[code];
  return known ?? (code === '' ? 'connection failed' : `connection failed (${code})`);
}

/** Returns the code of the innermost error: libraries wrap the system's error, whose code is the most specific. */
export function codeOf(error: unknown): string {
  if (!isRecord(error)) return '';
  const { code, cause } = error;
  return codeOf(cause) || (typeof code === 'string' ? code : '');
}
