import type { Intent } from '../../money/journal/intent.ts';
import { columns, type TerminalColumn } from '../../render/view.ts';

export const intentColumns = columns(
  'id #1',
  'operation #2',
  'outcome:state #3',
  'amount:money #4',
  'payableId #6',
  'connectionId #8',
  'paymentId #7',
  'createdAt:time #5',
  'verdict #9',
);

export const intentTerminalColumns: readonly TerminalColumn[] = [
  { key: 'id', kind: 'text', rank: 1 },
  { key: 'operation', kind: 'text', rank: 2 },
  { key: 'outcome', kind: 'state', rank: 3, text: outcomeText, covers: ['verdict'] },
  { key: 'amount', kind: 'money', rank: 4 },
  { key: 'createdAt', kind: 'time', rank: 5 },
  { key: 'payableId', kind: 'text', rank: 6 },
  { key: 'paymentId', kind: 'text', rank: 7 },
  { key: 'connectionId', kind: 'text', rank: 8 },
];

/** Returns the outcome, and after it the verdict that resolved an unknown one, or that it contradicts: `unknown, applied`. */
export function outcomeText(row: unknown): string {
  const { outcome, verdict, contradicted } = row as Intent;
  if (contradicted) return `${outcome}, contradicts ${verdict}`;
  return verdict === null ? outcome : `${outcome}, ${verdict}`;
}
