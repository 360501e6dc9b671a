/** The summary of an export in a CI job, and its outputs: files that GitHub Actions, and runners like it, provide. */

import { appendFile } from 'node:fs/promises';
import { escapeMarkdown } from '../../render/markdown.ts';
import { decimalDollarsText, usd } from '../../render/money.ts';
import type { System } from '../system.ts';

export interface ExportFacts {
  readonly command: string;
  readonly file: string;
  /** `null` if they were not counted. */
  readonly rows: number | null;
  /** Sums of columns in cents. */
  readonly sumCents: Readonly<Record<string, number>> | null;
  readonly sha256: string;
  readonly complete: boolean;
}

/** Appends an export to the summary of the job and its facts to the outputs of the step. Throws system errors. */
export async function reportToJob(facts: ExportFacts, { env }: System): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs } = env;
  if (summary) await appendFile(summary, summaryOf(facts));
  if (outputs) await appendFile(outputs, outputsOf(facts));
}

function summaryOf({ command, file, rows, sumCents, sha256, complete }: ExportFacts): string {
  const facts = [
    ['File', oneLine(file)],
    ['Rows', rows === null ? 'not counted' : rows.toLocaleString('en-US')],
    ...Object.entries(sumCents ?? {}).map(([column, cents]) => [`Sum of ${column}`, usd(cents)]),
    ['SHA-256', sha256],
    ['Complete', complete ? 'yes' : 'no: --limit or --skip'],
  ];
  const lines = facts.map(
    (cells) => `| ${cells.map((it) => escapeMarkdown(it ?? '')).join(' | ')} |`,
  );
  return ['', `### ${escapeMarkdown(command)}`, '', '| | |', '| --- | --- |', ...lines, ''].join(
    '\n',
  );
}

/** Returns the outputs, one a line: `rows=40`. A name or a value never holds a line break, which would begin another. */
function outputsOf({ file, rows, sumCents, sha256, complete }: ExportFacts): string {
  const outputs: readonly (readonly [string, string])[] = [
    ['file', file],
    ...(rows === null ? [] : [['rows', String(rows)] as const]),
    ...Object.entries(sumCents ?? {}).map(
      ([column, cents]) => [`sum_${column}`, decimalDollarsText(cents)] as const,
    ),
    ['sha256', sha256],
    ['complete', String(complete)],
  ];
  return outputs
    .map(([name, value]) => `${name.replaceAll(/\W/g, '_')}=${oneLine(value)}\n`)
    .join('');
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
