import { spokenOperation } from '../../contract/all-operations.ts';
import type { Dialect, ExtraMembers } from '../../contract/dialect/dialect.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Part } from '../../contract/schema/operation-fields.ts';
import { fromAnswer, fromWire } from './decode-response.ts';
import { toWire } from './encode-request.ts';
import { type Spelling, spellingOf } from './field-mapping.ts';

/** A dialect at work: between the contract's names and those of the service. */
export interface Speech {
  /** The paths that the service has in place of ours, by operation. */
  readonly paths: Readonly<Record<string, string>>;
  readonly pathOf: (op: Operation) => string;
  /** A query or a body as the service spells it. */
  readonly say: (op: Operation, part: 'query' | 'body', value: unknown) => unknown;
  /** An answer as the contract spells it; `sourceOf` still knows what came. */
  readonly hear: (op: Operation, answer: unknown) => unknown;
  /** A body that was written as the service spells it, as the contract does. */
  readonly understand: (op: Operation, body: unknown) => unknown;
  /** The names and kinds of the members of a body as the service has them; undefined where they are the contract's. */
  readonly bodySpelling: (op: Operation) => Spelling | undefined;
  /** The members that the service's money requests may have beside those of the contract. */
  readonly extraMembersOf: (op: Operation) => ExtraMembers;
  /** The contract's path of a member of a body or a query: `speed` or `payments.0.speed`. */
  readonly nameOf: (op: Operation, path: string) => string;
}

/** Speaks a dialect. Spellings are made when first needed, one operation at a time. */
export function speaking(dialect: Dialect): Speech {
  const known = new Map<string, Spelling | undefined>();
  const spelling = (op: Operation, part: Part): Spelling | undefined => {
    const key = `${part} ${op.method} ${op.path}`;
    if (!known.has(key)) {
      const named = spokenOperation(op);
      known.set(key, named && spellingOf(dialect, named, part));
    }
    return known.get(key);
  };
  return {
    paths: dialect.paths,
    pathOf: (op) => dialect.paths[spokenOperation(op)?.id ?? ''] ?? op.path,
    say: (op, part, value) => toWire(spelling(op, part), value),
    hear: (op, answer) => fromAnswer(spelling(op, 'response'), answer),
    understand: (op, body) => fromWire(spelling(op, 'body'), body),
    bodySpelling: (op) => spelling(op, 'body'),
    extraMembersOf: (op) => dialect.extraMembers[spokenOperation(op)?.id ?? ''] ?? {},
    nameOf: (op, path) => ourPath(spelling(op, 'body') ?? spelling(op, 'query'), path),
  };
}

/** Each part of a path in turn, down through the records; numbers count rows. */
function ourPath(spelling: Spelling | undefined, path: string): string {
  let at = spelling;
  return path.replace(/[A-Za-z_][\w-]*/g, (wire) => {
    const name = at?.ours.get(wire) ?? wire;
    at = at?.members.get(name)?.value;
    return name;
  });
}
