import { wrappers, wrappersOfOne } from '../../contract/dialect/field-aliases.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import type { Member } from '../../contract/schema/operation-fields.ts';
import { elementOf } from '../../contract/schema/schema-introspection.ts';
import { isJson, type Json } from '../../http/json-path.ts';
import { recordsOf } from '../../http/response/envelope.ts';

interface Roots {
  /** The records that the operation's members stand in. */
  readonly records: readonly Json[];
  /** Those of the list that a page holds. */
  readonly rows: readonly Json[];
}

/** The records of an answer as it came, out of whatever it is wrapped in. */
export function rootsOf(op: NamedOperation, json: unknown, members: readonly Member[]): Roots {
  const rows = recordsOf(json).filter(isJson);
  if (elementOf(op.response)) return { records: rows, rows: [] };
  const known = new Set(members.map(({ name }) => name));
  const inside = isJson(json)
    ? [...wrappers, ...wrappersOfOne].filter((it) => !known.has(it)).map((it) => json[it])
    : [];
  const [record] = [json, ...inside].filter(isJson).toSorted((a, b) => size(b) - size(a));
  return { records: record ? [record] : [], rows };
}

/** An envelope says little, a record much. */
const size = (record: Json) => Object.keys(record).length;
