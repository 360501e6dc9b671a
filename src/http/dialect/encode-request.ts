import { dollarsAsCents } from '../../contract/money.ts';
import { isJson } from '../json-path.ts';
import type { Spelling } from './field-mapping.ts';

/** What goes out, as the service spells it. A member that nobody knows goes as it is, and the last of two counts. */
export function toWire(spelling: Spelling | undefined, value: unknown): unknown {
  if (!spelling) return value;
  if (Array.isArray(value)) return value.map((it) => toWire(spelling, it));
  if (typeof value === 'string') return spelling.words.get(value) ?? value;
  if (typeof value === 'number') return spelling.isCents ? dollarsAsCents(value) : value;
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => {
      const member = spelling.members.get(name);
      return member ? [member.wire, toWire(member.value, it)] : [name, it];
    }),
  );
}
