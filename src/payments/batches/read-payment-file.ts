import type { InputProblem } from '../../cli/errors.ts';
import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import { date, id, parseAmountCents, words } from '../../cli/flags/value-parsers.ts';
import { readRows } from '../../cli/input/read-input-file.ts';
import { assertNoProblems, Cells } from '../../cli/input/row-parser.ts';
import type { IsoDate } from '../../contract/schema/field-types.ts';

export type Speed = 'standard' | 'same-day';

/** One payable that is to be paid, as a file or a filter names it. What it leaves out is as for all. */
export interface PaymentInput {
  /** Counted from 1, without a header. */
  readonly row: number;
  readonly payableId: string;
  readonly fundingSourceId?: string | undefined;
  readonly speed?: Speed | undefined;
  readonly scheduledDate?: IsoDate | undefined;
  /** What it is believed to amount to, in cents. */
  readonly cents?: number | undefined;
  /** The reader's own name for the row. */
  readonly ref?: string | undefined;
}

const COLUMNS = ['payableId', 'fundingSourceId', 'speed', 'scheduledDate', 'amount', 'ref'];

/** The rows of a CSV or JSON file, all checked. Throws `UsageError` with every problem of every row, as `file:line:column`. */
export async function readPaymentInputs(text: string, path: string): Promise<PaymentInput[]> {
  const problems: InputProblem[] = [];
  const rowOf = new Map<string, number>();
  const sources = await readRows(text, path, COLUMNS);
  const rows = sources.map((source) => {
    const cells = new Cells(source, path, problems);
    const wanted = wantedIn(cells, source.row);
    const earlier = rowOf.get(wanted.payableId);
    if (earlier !== undefined) {
      cells.wrong('payableId', `payableId ${wanted.payableId} is a duplicate of row ${earlier}`);
    } else if (wanted.payableId !== '') rowOf.set(wanted.payableId, source.row);
    return wanted;
  });
  assertNoProblems(path, problems);
  return rows;
}

function wantedIn(cells: Cells, row: number): PaymentInput {
  return {
    row,
    payableId: cells.need('payableId', id) ?? '',
    fundingSourceId: cells.read('fundingSourceId', id),
    speed: cells.read('speed', speed),
    scheduledDate: cells.read('scheduledDate', date),
    cents: cells.read('amount', parseAmountCents),
    ref: cells.read('ref', words),
  };
}

/** The wire's own `sameDay` is understood too. */
const speed: Parse<Speed> = (text) => {
  const plain = text.toLowerCase().replace(/[-_]/g, '');
  if (plain === 'standard') return 'standard';
  if (plain === 'sameday') return 'same-day';
  throw new InvalidValueError(`must be standard or same-day, not '${text}'`);
};
