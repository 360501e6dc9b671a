import { centsOf } from '../../api/money.ts';
import type { Cells } from '../../cli/input/cells.ts';
import type { InputFile } from '../../cli/input/input-file.ts';
import { usd } from '../../render/money.ts';

/** The treatment of a last row that may be the total of the others. */
export type LastRow = 'keep' | 'drop';

export interface TotalRowChoice {
  readonly lastRow: LastRow | undefined;
  /** Asks a person about a last row; resolves to `undefined` if nobody can be asked. */
  readonly ask: (doubt: string) => Promise<LastRow | undefined>;
  readonly notice: (line: string) => void;
}

/** A row of the file, and its amount in dollars. */
interface AmountRow {
  readonly cells: Cells;
  readonly amount: number;
}

/** The words that mark a total, in lower case. */
const TOTAL_WORDS: ReadonlySet<string> = new Set([
  ...['total', 'totals', 'grand total', 'sum', 'summe', 'gesamt', 'gesamtsumme', 'gesamtbetrag'],
  ...['insgesamt', 'somme', 'total général', 'totale', 'somma', 'suma', 'total general', 'totaal'],
]);

const isTotalWord = (text: string): boolean =>
  TOTAL_WORDS.has(text.trim().replace(/:$/, '').toLowerCase());

/**
 * Reports whether the last row of a file is left out, which is said: one with a word such as Total, the sum of the rows
 * above, and neither number nor connection. One that has the sum alone is asked about, and kept if nobody can be asked.
 * One that looks like either, below rows with problems, has a problem, too.
 */
export async function isTotalRow(
  file: InputFile,
  rows: readonly AmountRow[],
  choice: TotalRowChoice,
): Promise<boolean> {
  const last = rows.at(-1);
  const above = rows.slice(0, -1);
  if (last === undefined || above.length === 0) return false;
  const { cells } = last;
  const hasWord = cells.texts.some(isTotalWord) && isAnonymous(cells);
  const isAlone = cells.texts.filter((it) => it.trim() !== '').length === 1 && above.length > 1;
  const isSum = sumOf(above) === sumOf([last]);
  const where = `${file.name}:${cells.row}`;
  if (!(hasWord || isAlone)) return keptAnyway(where, choice);
  if (above.some((it) => file.problemsIn(it.cells.row).length > 0)) {
    cells.addProblem('amount', 'may be the total of the rows above: correct those first');
    return false;
  }
  if (!isSum) {
    if (hasWord) {
      choice.notice(`${where}: not the sum of the rows above, ${totalOf(above)}: kept.`);
    } else keptAnyway(where, choice);
    return false;
  }
  return isDropped(`${where}: ${totalOf(above)} is the sum of the rows above`, hasWord, choice);
}

const isAnonymous = (cells: Cells): boolean =>
  ['invoiceNumber', 'connectionId']
    .map((column) => cells.written(column))
    .every((text) => text === '' || isTotalWord(text));

const sumOf = (rows: readonly AmountRow[]): number =>
  rows.reduce((sum, { amount }) => sum + centsOf(amount), 0);

const totalOf = (rows: readonly AmountRow[]): string => usd(sumOf(rows));

function keptAnyway(where: string, { lastRow, notice }: TotalRowChoice): boolean {
  if (lastRow === 'drop') notice(`${where}: not the sum of the rows above: kept.`);
  return false;
}

async function isDropped(
  said: string,
  hasWord: boolean,
  { lastRow, ask, notice }: TotalRowChoice,
): Promise<boolean> {
  const chosen = lastRow ?? (hasWord ? 'drop' : await ask(said));
  if (chosen === 'drop')
    notice(`${said}: left out${lastRow ? '' : ' (--last-row keep keeps it)'}.`);
  if (chosen === undefined) notice(`${said}: kept. If it is a total, add --last-row drop.`);
  return chosen === 'drop';
}
