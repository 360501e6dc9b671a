import { type InputProblem, UsageError } from '../errors.ts';
import { InvalidValueError, type Parse } from '../flags/flag.ts';
import type { SourceRow } from './read-input-file.ts';

/** The cells of one row of an input file, read one by one; what is wrong with them gathers in `problems`. */
export class Cells {
  readonly #source: SourceRow;
  readonly #path: string;
  readonly #problems: InputProblem[];

  constructor(source: SourceRow, path: string, problems: InputProblem[]) {
    this.#source = source;
    this.#path = path;
    this.#problems = problems;
  }

  read<Value>(column: string, parse: Parse<Value>): Value | undefined {
    const text = this.#source.cells[column];
    if (text === undefined || text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      this.wrong(column, `${column} ${error.message}`);
      return undefined;
    }
  }

  /** The same of a cell that must not be empty. */
  need<Value>(column: string, parse: Parse<Value>): Value | undefined {
    if (!this.#source.cells[column]) this.wrong(column, `${column} is missing`);
    return this.read(column, parse);
  }

  wrong(column: string, message: string): void {
    const { row, line, columns } = this.#source;
    this.#problems.push({
      field: column,
      row,
      message: `${this.#path}:${line}:${columns[column] ?? 1}: ${message}`,
    });
  }
}

/** Throws one `UsageError` with every problem of a file, if there are any. */
export function assertNoProblems(path: string, problems: readonly InputProblem[]): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new UsageError(
    [`${path} has ${count}; nothing was sent.`, ...problems.map(({ message }) => message)].join(
      '\n',
    ),
    { problems },
  );
}
