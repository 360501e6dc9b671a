import { allOperations, type NamedOperation } from '../../contract/operations.ts';
import type { Endpoint } from '../context/endpoint.ts';
import type { Engine } from '../context/engine.ts';
import { handlers } from './handler-registry.ts';
import { operate, type ServedOperation } from './execute-operation.ts';
import { type AccessRule, accessRules } from '../access/permissions.ts';

/** Every operation of the contract, paths without placeholders before those that have one in the same place. */
export const operationEndpoints = (engine: Engine): readonly Endpoint[] =>
  allOperations
    .map((op) => ({ ...op, access: rowOf(rules, op), handle: rowOf(handles, op) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1)) // `{` comes after every letter
    .map((op) => ({
      method: op.method,
      path: op.path,
      operation: op.id,
      work: (request) => engine.transact((world) => operate(op, request, world)),
    }));

type Table<Row> = Readonly<Record<string, Readonly<Record<string, Row>>>>;

const rules: Table<AccessRule> = accessRules;
/** Each handler is called with what its own operation's schemas made of a request, and with nothing else. */
const handles = handlers as unknown as Table<ServedOperation['handle']>;

function rowOf<Row>(table: Table<Row>, { id }: NamedOperation): Row {
  const [resource = '', name = ''] = id.split('.');
  const row = table[resource]?.[name];
  if (!row) throw new Error(`Nothing answers ${id}.`);
  return row;
}
