/** The manifest of an export: a JSON file beside the file of `--out`. */

import { createHash } from 'node:crypto';
import { eachPage } from '../../paged-iterable.ts';
import { valueAtPath } from '../../render/format-cell.ts';
import { centsIn } from '../../render/money.ts';
import { ALL_COLUMNS } from '../../render/options.ts';
import type { View } from '../../render/view.ts';
import { VERSION } from '../../version.ts';
import type { ExportManifest } from '../export-manifest.ts';
import { shortFlagPattern } from '../flags/global-flags.ts';
import type { ParsedCommandLine } from '../line/parse.ts';
import type { CommandRun } from '../run/command-scope.ts';
import type { System } from '../system.ts';
import type { ExportFacts } from './job-summary.ts';
import type { OutFile } from './out-file.ts';
import { isStream } from './print.ts';

/** Observes a result while it is written to a file, and describes it in a second file. */
export interface Manifest {
  /** Returns the result unchanged; its rows are counted as they are read. */
  readonly pass: (data: unknown) => unknown;
  /** Adds a written chunk to the byte count and the hash. */
  readonly note: (chunk: string | Uint8Array) => void;
  /** Writes the manifest and moves it into place; called once the exported file is in place. */
  readonly commit: () => Promise<void>;
}

/** An export: the command and its run. */
export interface Export {
  readonly file: string;
  readonly command: string;
  readonly view: View;
  readonly calls: boolean;
  /** Whether it is reported to the runner of a CI job. */
  readonly isReported: boolean;
  readonly commandLine: ParsedCommandLine;
  readonly run: CommandRun;
  readonly system: System;
}

/** Creates the manifest of an export; `out` is its file, if it is written. In a CI job the export is reported to the runner. */
export function createManifest(subject: Export, out: OutFile | undefined): Manifest {
  const tally = tallyFor(subject);
  const hash = createHash('sha256');
  const lines = new LineCount();
  let bytes = 0;
  return {
    pass: tally.pass,
    note: (chunk) => {
      const sent = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      hash.update(sent);
      lines.add(sent);
      bytes += sent.byteLength;
    },
    async commit() {
      const rows = subject.view.kind === 'bytes' ? lines.records - 1 : tally.rows();
      const facts = { bytes, sha256: hash.digest('hex'), rows, sumCents: tally.sums() };
      const record: ExportManifest = { ...(await about(subject)), ...facts };
      await out?.write(`${JSON.stringify(record, null, 2)}\n`);
      await out?.commit();
      if (subject.isReported) await report(record, subject);
    },
  };
}

/** Reports a complete export to the runner. The file is in place, so that a failure is a notice. */
async function report(facts: ExportFacts, { system, run }: Export): Promise<void> {
  try {
    await (await import('./job-summary.ts')).reportToJob(facts, system);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    run.notice(`The summary of the job could not be written: ${reason}`);
  }
}

/** Returns the source, the time and the filters of the export, and whether it is complete. */
async function about({ file, command, calls, commandLine, run, system }: Export) {
  const { flags, args, globals } = commandLine;
  const { limit = null, skip = null } = flags;
  const time = calls ? await run.context.serviceTime() : undefined;
  const { profile = null, baseUrl = null, business = null } = run.settings();
  return {
    version: 1 as const,
    file,
    command: `remit ${command}`,
    argv: system.argv.map(hidden).map(run.secrets.mask),
    filters: { ...setValues(args), ...setValues(flags) },
    columns: globals.columns ?? null,
    query: globals.query ?? null,
    complete: limit === null && skip === null,
    program: `remit ${VERSION}`,
    profile,
    baseUrl,
    business,
    serviceTime: time?.toISOString() ?? null,
    journalHead: await run.journalHead(),
    writtenAt: new Date().toISOString(),
  };
}

const setValues = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== false),
  );

/** Hides the value of a header or body field, which may be anything. */
const hidden = (token: string, at: number, all: readonly string[]): string => {
  const before = all[at - 1] ?? '';
  if (/^--(header|field|data)$/.test(before) || shortValueIn(before) === '') return '***';
  const value = shortValueIn(token) ?? /^--(?:header|field|data)=(.*)$/s.exec(token)?.[1] ?? '';
  return value === '' ? token : `${token.slice(0, -value.length)}***`;
};

/** Returns the value of `-H` or `-F` in a word; empty if it is the next word, `undefined` without such a flag. */
const shortValueIn = (word: string): string | undefined =>
  shortFlagPattern('-[HF]').exec(word)?.[1];

/** Counts rows and sums every money column in cents; results of `--query` are not counted. */
function tallyFor({ view, commandLine: { globals } }: Export) {
  const isKnown = 'columns' in view && globals.query === undefined;
  const money = isKnown
    ? view.columns.filter(({ kind, key }) => kind === 'money' && isPrinted(key, globals.columns))
    : [];
  const sums = new Map(money.map(({ key }) => [key, 0]));
  let rows = 0;
  const count = (row: unknown) => {
    rows++;
    for (const [key, sum] of sums) sums.set(key, sum + (centsIn(valueAtPath(row, key)) ?? 0));
  };
  const all = (page: readonly unknown[]) => {
    page.forEach(count);
    return page;
  };
  return {
    pass(data: unknown): unknown {
      if (!isKnown) return data;
      if (isStream(data)) return eachPage(data, all);
      for (const row of Array.isArray(data) ? data : [data]) count(row);
      return data;
    },
    rows: () => (isKnown ? rows : null),
    sums: () => (sums.size > 0 ? Object.fromEntries(sums) : null),
  };
}

const isPrinted = (key: string, columns: readonly string[] | undefined) =>
  columns === undefined || columns[0] === ALL_COLUMNS || columns.includes(key);

/** Counts the records of CSV made by the service: lines, except line breaks within quotes. */
class LineCount {
  records = 0;
  #isQuoted = false;
  #isOpen = false;

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
      if (byte !== LINE_BREAK || this.#isQuoted) this.#open();
      else this.#isOpen = false;
    }
  }

  #open(): void {
    if (!this.#isOpen) this.records++;
    this.#isOpen = true;
  }
}

const QUOTE = 34;
const LINE_BREAK = 10;
