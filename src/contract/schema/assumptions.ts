import { allOperations, pathReasonOf } from '../all-operations.ts';
import { type Dialect, mappedField } from '../dialect/dialect.ts';
import type { NamedOperation } from '../operations.ts';
import { allFieldsOf, type Field, REQUEST_PARTS, type RequestPart } from './operation-fields.ts';

/** One name of ours where the specification has none, and how a service spells it. */
export interface Assumption {
  readonly operation: string;
  readonly where: 'path' | 'query' | 'body' | 'response' | 'word' | 'amount';
  /** The path of a member (`settings.autoApprove`), a word with its member (`status:enabled`), or the path of the operation. */
  readonly name: string;
  readonly apiName: string;
  readonly reason: string;
}

/** Every assumption of the contract, operation by operation, as a dialect spells it. */
export const assumptionsIn = (dialect: Dialect): readonly Assumption[] => [
  ...amountsIn(dialect),
  ...allOperations.flatMap((op) => [
    ...pathIn(dialect, op),
    ...REQUEST_PARTS.flatMap((part) =>
      allFieldsOf(op, part).flatMap((member) => namesIn(dialect, op, part, member)),
    ),
  ]),
];

/** Whether something is spelled in another way than we assumed. */
export function isChanged({ where, name, apiName }: Assumption): boolean {
  if (where === 'amount' || where === 'path') return where === 'amount' || apiName !== name;
  return apiName !== name.slice(name.lastIndexOf(where === 'word' ? ':' : '.') + 1);
}

/** Dollars are stated: the unit is shown only where a service differs even from that. */
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
