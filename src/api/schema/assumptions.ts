/** Assumptions of the contract: names and shapes that the specification leaves out. */

import { type Dialect, mappedField } from '../dialect/dialect.ts';
import { allOperations, pathReasonOf } from '../operations/all-operations.ts';
import type { NamedOperation } from '../operations/operations.ts';
import { allFieldsOf, type Field, REQUEST_PARTS, type RequestPart } from './operation-fields.ts';

/** One assumed name or shape, and the service's name for it. */
export interface Assumption {
  readonly operation: string;
  readonly where: 'path' | 'query' | 'body' | 'response' | 'word' | 'amount';
  /**
   * The path of a field (`settings.autoApprove`), an enum value with its field (`status:enabled`), or the path of the
   * operation.
   */
  readonly name: string;
  readonly apiName: string;
  readonly reason: string;
}

/** Returns every assumption of the contract with a dialect's names, operation by operation. */
export const assumptionsIn = (dialect: Dialect): readonly Assumption[] => [
  ...amountsIn(dialect),
  ...allOperations.flatMap((op) => [
    ...pathIn(dialect, op),
    ...REQUEST_PARTS.flatMap((part) =>
      allFieldsOf(op, part).flatMap((member) => namesIn(dialect, op, part, member)),
    ),
  ]),
];

/** Reports whether the service's name differs from the assumption. */
export function isChanged({ where, name, apiName }: Assumption): boolean {
  if (where === 'amount' || where === 'path') return where === 'amount' || apiName !== name;
  return apiName !== name.slice(name.lastIndexOf(where === 'word' ? ':' : '.') + 1);
}

/** Returns the unit of amounts, if it differs from the specification, which states dollars. */
const amountsIn = ({ amountUnit }: Dialect): Assumption[] =>
  amountUnit === 'dollars'
    ? []
    : [
        {
          ...{ operation: '', where: 'amount', name: 'amountUnit', apiName: amountUnit },
          reason: 'the spec says dollars',
        },
      ];

function pathIn({ paths }: Dialect, { id, ...op }: NamedOperation): Assumption[] {
  const reason = pathReasonOf({ id, ...op });
  if (reason === undefined) return [];
  return [{ operation: id, where: 'path', name: op.path, apiName: paths[id] ?? op.path, reason }];
}

function namesIn(
  dialect: Dialect,
  op: NamedOperation,
  part: RequestPart,
  member: Field,
): Assumption[] {
  const operation = op.id;
  const { path, because, words, wordsBecause = '' } = member;
  const spelled = mappedField(dialect, { operation, part, member });
  return [
    ...(because === undefined
      ? []
      : [{ operation, where: part, name: path, apiName: spelled.name, reason: because }]),
    ...words.map((word) => ({
      ...{ operation, where: 'word' as const, name: `${path}:${word}` },
      ...{ apiName: spelled.words.get(word) ?? word, reason: wordsBecause },
    })),
  ];
}
