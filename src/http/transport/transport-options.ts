import type { HttpRequest } from '../../contract/http/http-types.ts';
import type { Method } from '../../contract/operation.ts';
import { requestPathOf } from '../base-url.ts';
import { InvalidRequestError } from '../errors.ts';
import type { HttpProxy } from './proxy-settings.ts';

/** What both ways to the network are made from. */
export interface TransportOptions {
  readonly base: URL;
  /** The proxy that connections go through; none where undefined. */
  readonly proxy?: HttpProxy | undefined;
  /** PEM of the certificate authority to trust instead of the built-in ones. */
  readonly ca?: string | undefined;
  /** For the whole of an answer; 60 s where undefined. */
  readonly timeoutMs?: number | undefined;
  readonly userAgent?: string | undefined;
  /** Ends what is under way: the answer is then lost, or nothing was sent. */
  readonly signal?: AbortSignal | undefined;
}

/** A request as it goes over the wire. */
export interface OutgoingRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/**
 * Checks a request before any HTTP library sees it: their own errors would print what is wrong with a header, token and
 * all. Throws `InvalidRequestError`, which names the header and never its value.
 */
export function toOutgoingRequest(
  { base, userAgent }: TransportOptions,
  request: HttpRequest,
): OutgoingRequest {
  const { method, body } = request;
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
  if (/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(route)) {
    throw new InvalidRequestError('A path must not have . or .. as a segment.');
  }
}

/** These are the connection's own. */
const reserved =
  /^(host|connection|content-length|transfer-encoding|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

function checkHeader(name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new InvalidRequestError('A header name must consist of letters, digits and -.');
  }
  if (reserved.test(name)) throw new InvalidRequestError(`The header ${name} cannot be set.`);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new InvalidRequestError(
      `The header ${name} has a character that is not allowed in headers.`,
    );
  }
}
