import { UsageError } from '../../money/errors.ts';
import { type Decimal, decimalOf, findDecimal } from './decimal.ts';
import { quoted } from './file-problems.ts';
import type { InputTable } from './input-table.ts';

/** The column of a CSV file whose amounts may have decimal commas. */
export interface AmountColumn {
  readonly column: string;
  /** The decimals that the command line states. */
  readonly decimal: Decimal | undefined;
  /** Asks a person about amounts that do not say it; resolves to `undefined` if nobody can be asked. */
  readonly ask: (doubt: string) => Promise<Decimal | undefined>;
}

/**
 * Returns the decimals of a table: those that the command line or the remembered mapping states, otherwise those that all
 * amounts show, otherwise those that a person chooses. `undefined` if no amount has a separator.
 *
 * @throws {UsageError} if the amounts do not say it, and nobody can be asked.
 */
export async function decideDecimal(
  { rows, delimiter, mapping }: InputTable,
  name: string,
  { column, decimal, ask }: AmountColumn,
): Promise<Decimal | undefined> {
  const given = decimal ?? mapping?.decimal;
  if (given !== undefined || delimiter === null) return given;
  const cells = rows.map(({ row, cells }) => ({ row, text: cells[column]?.trim() ?? '' }));
  const found = findDecimal(
    cells.map(({ text }) => text),
    delimiter,
  );
  if (found !== 'mixed' && found !== 'unclear') return found;
  const example = (kind: typeof found | Decimal) => {
    const cell = cells.find(({ text }) => decimalOf(text, delimiter) === kind);
    return `${quoted(cell?.text ?? '')} in row ${cell?.row}`;
  };
  const doubt =
    found === 'unclear'
      ? `${example('unclear')} may be thousands or a fraction`
      : `${example('comma')} has a decimal comma, ${example('point')} a decimal point`;
  const answer = await ask(doubt);
  if (answer !== undefined) return answer;
  throw new UsageError(`${name}: ${column}: ${doubt}.`, {
    problems: [{ field: column, message: doubt }],
    next: ['add --decimal comma (1.234,50) or --decimal point (1,234.50)'],
  });
}
