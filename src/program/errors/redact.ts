import { remember, sourceOf } from '../../http/response/original-record.ts';

/**
 * The same data without the secrets that a service may have sent back: itself when there are none in it, which is the
 * rule. What is shown row by row is left alone.
 */
export function hidden(data: unknown, mask: (text: string) => string): unknown {
  if (typeof data === 'string') return mask(data);
  if (Array.isArray(data)) return list(data, mask);
  return isRecord(data) ? record(data, mask) : data;
}

function list(data: readonly unknown[], mask: (text: string) => string): readonly unknown[] {
  const masked = data.map((it) => hidden(it, mask));
  return masked.every((it, at) => it === data[at]) ? data : masked;
}

/** Behind a record that was adapted stands what the service really sent: that is shown too. */
function record(data: object, mask: (text: string) => string): object {
  const masked = members(data, mask);
  const source = sourceOf(data);
  const shown = source === data ? masked : hidden(source, mask);
  if (masked === data && (shown === source || shown === data)) return data;
  return shown === masked ? masked : remember({ ...masked }, shown);
}

function members(data: object, mask: (text: string) => string): object {
  const before = Object.entries(data);
  const after = before.map(([name, it]): [string, unknown] => [name, hidden(it, mask)]);
  return after.every(([, it], at) => it === before[at]?.[1]) ? data : Object.fromEntries(after);
}

const isRecord = (data: unknown): data is object =>
  typeof data === 'object' &&
  data !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(data));
