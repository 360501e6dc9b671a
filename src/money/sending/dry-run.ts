import { urlBelow } from '../../api/client/base-url.ts';
import type { HttpRequest } from '../../api/http/http-types.ts';
import { canBeSecret, isHidden } from '../../api/http/secret-names.ts';
import type { PlannedRequest } from '../errors.ts';

interface Redaction {
  readonly secrets: { readonly mask: (text: string) => string };
  /** Returns the contract's name of a field of the service. */
  readonly nameOf: (name: string) => string;
}

/** Returns a write request as `--dry-run` prints it, with secrets masked. */
export function plannedRequest(
  request: HttpRequest,
  base: URL,
  redaction: Redaction,
): PlannedRequest {
  return {
    method: request.method,
    url: urlBelow(base, request.path),
    headers: { ...request.headers, authorization: 'Bearer ***' },
    body: masked(shownBody(request.body), redaction),
  };
}

/** Returns the parsed body; for a multipart form only its size in bytes, since it may be binary. */
function shownBody(body: HttpRequest['body']): unknown {
  if (body === undefined) return null;
  return typeof body === 'string' ? JSON.parse(body) : `(a form of ${body.byteLength} bytes)`;
}

function masked(value: unknown, redaction: Redaction): unknown {
  const { secrets, nameOf } = redaction;
  if (typeof value === 'string') return secrets.mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, redaction));
  if (typeof value !== 'object' || value === null) return value;
  const carriesSecret = (name: string) => isHidden(name) || isHidden(nameOf(name));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      carriesSecret(name) && canBeSecret(member) ? '***' : masked(member, redaction),
    ]),
  );
}
