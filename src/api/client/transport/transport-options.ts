/** Options of the transport, and validation of requests. */

import type { HttpRequest } from '../../http/http-types.ts';
import type { Method } from '../../operations/operation.ts';
import { requestPathOf } from '../base-url.ts';
import { InvalidRequestError } from '../errors.ts';
import type { HttpProxy } from './proxy-settings.ts';

export interface TransportOptions {
  readonly base: URL;
  /** `undefined` for a direct connection. */
  readonly proxy?: HttpProxy | undefined;
  /** PEM of the certificate authority to trust instead of the built-in ones. */
  readonly ca?: string | undefined;
  /** The deadline for the complete response in ms; 60,000 if `undefined`. */
  readonly timeoutMs?: number | undefined;
  readonly userAgent?: string | undefined;
  /** Aborts requests in flight: the response is lost, or nothing was sent. */
  readonly signal?: AbortSignal | undefined;
}

/** A request as passed to Node's HTTP client. */
export interface OutgoingRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/**
 * Validates a request and adds the connection's headers.
 *
 * @throws {InvalidRequestError} Naming the header, never its value.
 */
export function toOutgoingRequest(
  { base, userAgent }: TransportOptions,
  request: HttpRequest,
): OutgoingRequest {
  const { method, body } = request;
  // Validated before an HTTP library sees it, whose errors would print the invalid header, token included.
  checkPath(request.path);
  for (const [name, value] of Object.entries(request.headers)) checkHeader(name, value);
  const length = body === undefined ? lengthOfNothing[method] : String(Buffer.byteLength(body));
  return {
    method,
    path: requestPathOf(base, request.path),
    headers: {
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...request.headers,
      host: base.host,
      'accept-encoding': 'identity',
      ...(length !== undefined && { 'content-length': length }),
    },
    body,
  };
}

const lengthOfNothing: Partial<Record<Method, string>> = { POST: '0', PUT: '0', PATCH: '0' };

function checkPath(path: string): void {
  const [route = ''] = path.split('?');
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.includes('#')) {
    throw new InvalidRequestError(
      'A path must start with / and have no space, # or control character.',
    );
  }
  if (/(^|\/)(\.|%2[eE]){1,2}(\/|$)/.test(route)) {
    throw new InvalidRequestError('A path must not have . or .. as a segment.');
  }
}

/** Headers that the connection sets itself. */
const reserved =
  /^(host|connection|content-length|transfer-encoding|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/;

function checkHeader(name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new InvalidRequestError('A header name must consist of letters, digits and -.');
  }
  if (reserved.test(name.toLowerCase()))
    throw new InvalidRequestError(`The header ${name} cannot be set.`);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new InvalidRequestError(
      `The header ${name} has a character that is not allowed in headers.`,
    );
  }
}
