import { isRecord } from '../../contract/schema/matches-schema.ts';
import type { Reply } from '../context/problem-details.ts';

/** The reply with other values at these members of its JSON: `amount`, or `payments.0.amount`. Another body stays. */
export function altered(reply: Reply, set: Readonly<Record<string, unknown>>): Reply {
  const isJson = /\bjson\b/.test(reply.headers['Content-Type'] ?? '');
  if (!isJson || typeof reply.body !== 'string') return reply;
  const whole: unknown = JSON.parse(reply.body);
  const body = Object.entries(set).reduce(
    (it, [member, value]) => withMember(it, member.split('.'), value),
    whole,
  );
  return { ...reply, body: JSON.stringify(body) };
}

/** A copy with the value at this place; what leads there is made where it is not. Rows are never made. */
function withMember(it: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(it)) {
    return it.map((row, at) => (String(at) === name ? withMember(row, rest, value) : row));
  }
  const members = isRecord(it) ? it : {};
  return { ...members, [name]: withMember(members[name], rest, value) };
}
