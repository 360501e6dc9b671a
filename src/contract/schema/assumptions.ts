import { pathReasonOf, spokenOperations } from '../all-operations.ts';
import { type Dialect, spelledIn } from '../dialect/dialect.ts';
import type { NamedOperation } from '../operations.ts';
import { allMembersOf, type Member, PARTS, type Part } from './operation-fields.ts';

/** One name of ours where the specification has none, and how a service spells it. */
export interface Assumption {
  readonly operation: string;
  readonly where: 'path' | 'query' | 'body' | 'response' | 'word' | 'amount';
  /** The path of a member (`settings.autoApprove`), a word with its member (`status:enabled`), or the path of the operation. */
  readonly name: string;
  readonly wireName: string;
  readonly reason: string;
}

/** Every assumption of the contract, operation by operation, as a dialect spells it. */
export const assumptionsIn = (dialect: Dialect): readonly Assumption[] => [
  ...amountsIn(dialect),
  ...spokenOperations.flatMap((op) => [
    ...pathIn(dialect, op),
    ...PARTS.flatMap((part) =>
      allMembersOf(op, part).flatMap((member) => namesIn(dialect, op, part, member)),
    ),
  ]),
];

/** Whether something is spelled in another way than we assumed. */
export function isChanged({ where, name, wireName }: Assumption): boolean {
  if (where === 'amount' || where === 'path') return where === 'amount' || wireName !== name;
  return wireName !== name.slice(name.lastIndexOf(where === 'word' ? ':' : '.') + 1);
}

/** Dollars are stated: the unit is shown only where a service differs even from that. */
const amountsIn = ({ amountUnit: wireName }: Dialect): Assumption[] =>
  wireName === 'dollars'
    ? []
    : [
        {
          ...{ operation: '', where: 'amount', name: 'amountUnit', wireName },
          reason: 'the spec says dollars',
        },
      ];

function pathIn({ paths }: Dialect, { id, ...op }: NamedOperation): Assumption[] {
  const reason = pathReasonOf({ id, ...op });
  if (reason === undefined) return [];
  return [{ operation: id, where: 'path', name: op.path, wireName: paths[id] ?? op.path, reason }];
}

function namesIn(dialect: Dialect, op: NamedOperation, part: Part, member: Member): Assumption[] {
  const operation = op.id;
  const { path, because, words, wordsBecause = '' } = member;
  const spelled = spelledIn(dialect, { operation, part, member });
  return [
    ...(because === undefined
      ? []
      : [{ operation, where: part, name: path, wireName: spelled.name, reason: because }]),
    ...words.map((word) => ({
      ...{ operation, where: 'word' as const, name: `${path}:${word}` },
      ...{ wireName: spelled.words.get(word) ?? word, reason: wordsBecause },
    })),
  ];
}
