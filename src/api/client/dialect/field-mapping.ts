import { type Dialect, mappedField } from '../../dialect/dialect.ts';
import type { NamedOperation } from '../../operations/operations.ts';
import { isMoney } from '../../schema/field-types.ts';
import { type Field, fieldsOf, type RequestPart } from '../../schema/operation-fields.ts';
import { unwrap } from '../../schema/schema-introspection.ts';

/** The mapping of a value: a record, each item of a list, or a plain value. */
export interface FieldMapping {
  /** By the contract's names: all fields, or none if nothing in the record differs. */
  readonly members: ReadonlyMap<string, ApiField>;
  /** The contract's names by the service's. */
  readonly nameByApiName: ReadonlyMap<string, string>;
  /** The service's enum values by the contract's, and the reverse. */
  readonly apiValueByValue: ReadonlyMap<string, string>;
  readonly valueByApiValue: ReadonlyMap<string, string>;
  readonly isCents: boolean;
}

/** The service's name and mapping of one field. */
export interface ApiField {
  readonly apiName: string;
  /** `undefined` if the value is sent unchanged. */
  readonly value: FieldMapping | undefined;
  /** True if it makes the record a page: an array that is never omitted. */
  readonly isList: boolean;
}

/** Returns the mapping of a part of an operation; `undefined` if nothing differs. */
export const fieldMappingOf = (
  dialect: Dialect,
  op: NamedOperation,
  part: RequestPart,
): FieldMapping | undefined =>
  mappingOf(dialect, { operation: op.id, part }, fieldsOf(op, part), noEnumValues);

interface Location {
  readonly operation: string;
  readonly part: RequestPart;
}

const noEnumValues: ReadonlyMap<string, string> = new Map();

function mappingOf(
  dialect: Dialect,
  location: Location,
  members: readonly Field[],
  values: ReadonlyMap<string, string>,
  isCents = false,
): FieldMapping | undefined {
  const mapped = members.map((member) => mappedMember(dialect, location, member));
  const differs = mapped.some(
    ([name, { apiName, value }]) => apiName !== name || value !== undefined,
  );
  if (!differs && values.size === 0 && !isCents) return undefined;
  return {
    members: new Map(differs ? mapped : []),
    nameByApiName: new Map(mapped.map(([name, { apiName }]) => [apiName, name])),
    apiValueByValue: values,
    valueByApiValue: new Map([...values].map(([value, apiName]) => [apiName, value])),
    isCents,
  };
}

function mappedMember(dialect: Dialect, location: Location, member: Field): [string, ApiField] {
  const { name, words } = mappedField(dialect, { ...location, member });
  const isCents = dialect.amountUnit === 'cents' && isMoney(unwrap(member.schema));
  const value = mappingOf(dialect, location, member.members, words, isCents);
  return [member.name, { apiName: name, value, isList: member.schema._zod.def.type === 'array' }];
}
