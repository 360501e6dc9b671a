/** Compares the assumptions about the service with its responses. */

import type { Dialect } from '../../api/dialect/dialect.ts';
import { type Assumption, assumptionsIn } from '../../api/schema/assumptions.ts';
import type { ServiceConnection } from '../../runtime/service-client.ts';
import { assumptionKeyOf, compareResponse, type FieldComparison } from './compare-fields.ts';
import { ask } from './fetch-samples.ts';

/** An assumption, and the evidence for it in the service's responses. */
export interface AssumptionCheck extends Assumption {
  readonly result: 'mismatch' | 'confirmed' | 'unverified';
  /** The name or value in the response instead, or the reason why nothing is known. */
  readonly seen: string | null;
  /** The command to type if the response has another name for it. */
  readonly suggestion: string | null;
}

/**
 * Compares every assumption with the service's own responses. Sends only reads, and of these only the ones whose ids
 * can be found. Names in requests, and assumptions that no response shows, stay open.
 */
export async function checkDialect(
  connection: ServiceConnection,
  dialect: Dialect,
  business: string | undefined,
): Promise<readonly AssumptionCheck[]> {
  const samples = await ask(connection, business);
  const findings = new Map(samples.flatMap((response) => compareResponse(response, dialect)));
  const found = assumptionsIn(dialect).map((assumption) => ({
    ...assumption,
    ...(findings.get(assumptionKeyOf(assumption)) ?? notSampled(assumption)),
  }));
  const checked = found.map(({ suggested, ...assumption }) => ({
    ...assumption,
    suggestion: suggested === null ? null : suggestionFor(assumption, suggested, found),
  }));
  return checked.toSorted(
    (left, right) => order.indexOf(left.result) - order.indexOf(right.result),
  );
}

const order: readonly AssumptionCheck['result'][] = ['mismatch', 'confirmed', 'unverified'];

const notSampled = ({ where }: Assumption): FieldComparison => ({
  result: 'unverified',
  seen:
    where === 'body' || where === 'query'
      ? 'request field: cannot be checked without sending a write'
      : 'not checked: needs a write, or there is no record to read',
  suggested: null,
});

type CheckedAssumption = Omit<AssumptionCheck, 'suggestion'>;

/**
 * Returns the command that sets a name to that of the service: for all operations, unless another one has the assumed
 * name.
 */
// Enum values are set by resource, since many resources have a `pending`.
function suggestionFor(
  assumption: CheckedAssumption,
  seen: string,
  all: readonly CheckedAssumption[],
): string {
  const [path = '', word] = assumption.name.split(':');
  const last = path.slice(path.lastIndexOf('.') + 1);
  const [resource] = assumption.operation.split('.');
  if (word !== undefined) return `remit dialect set ${resource}.${last}:${word} ${seen}`;
  const isElsewhere = all.some(
    (other) =>
      other.result === 'confirmed' && isCalled(last, other) && other.where === assumption.where,
  );
  return `remit dialect set ${isElsewhere ? `${assumption.operation}.${path}` : last} ${seen}`;
}

const isCalled = (last: string, { name }: CheckedAssumption) =>
  name === last || name.endsWith(`.${last}`);
