/** Parses the cells of input files and collects their problems. */

import { type InputProblem, UsageError } from '../errors.ts';
import { InvalidValueError, type Parse } from '../flags/flag.ts';
import type { SourceRow } from './read-input-file.ts';

/** The cells of one row of an input file, parsed one by one. Problems are added to `problems`. */
export class Cells {
  readonly #source: SourceRow;
  readonly #path: string;
  readonly #problems: InputProblem[];

  constructor(source: SourceRow, path: string, problems: InputProblem[]) {
    this.#source = source;
    this.#path = path;
    this.#problems = problems;
  }

  /** Parses a cell. Returns `undefined` if it is empty or invalid; an invalid one is added to the problems. */
  read<Value>(column: string, parse: Parse<Value>): Value | undefined {
    const text = this.#source.cells[column];
    if (text === undefined || text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      this.addProblem(column, `${column} ${error.message}`);
      return undefined;
    }
  }

  /** Parses a cell that must not be empty, else a problem is added. */
  need<Value>(column: string, parse: Parse<Value>): Value | undefined {
    if (!this.#source.cells[column]) this.addProblem(column, `${column} is missing`);
    return this.read(column, parse);
  }

  /** Adds a problem with the position `path:line:column`. */
  addProblem(column: string, message: string): void {
    const { row, line, columns } = this.#source;
    this.#problems.push({
      field: column,
      row,
      message: `${this.#path}:${line}:${columns[column] ?? 1}: ${message}`,
    });
  }
}

/**
 * Throws all problems of a file in one error; does nothing if there are none.
 *
 * @throws {UsageError} with every problem.
 */
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
