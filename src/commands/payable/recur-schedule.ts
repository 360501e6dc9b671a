import { addDays, nextBusinessDay, previousBusinessDay } from '../../api/ach/calendar.ts';
import type { IsoDate } from '../../api/schema/field-types.ts';
import { listOccurrences, recurrenceRule } from '../../cash/recurrence-rule.ts';
import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import type { Cells } from '../../cli/input/cells.ts';
import { type InputReader, readInputFile } from '../../cli/input/input-file.ts';
import { INVOICE_COLUMNS } from './invoice-fields.ts';
import { type InvoiceBody, type InvoiceDefaults, invoiceBody } from './invoice-file.ts';

export interface ScheduleRow {
  /** The row as a spreadsheet numbers it. */
  readonly row: number;
  /** The invoice, with placeholders in its texts and without a due date. */
  readonly template: InvoiceBody;
  /** DTSTART: the first date. */
  readonly start: IsoDate;
  readonly rule: string;
  readonly roll: Roll;
  /** Calendar days from the date of an invoice to its due date. */
  readonly dueDays: number;
}

/** The move of a date that is not a business day: none, or to the business day before or after it. */
type Roll = keyof typeof rolls;

const rolls = {
  none: (date: IsoDate) => date,
  preceding: previousBusinessDay,
  following: nextBusinessDay,
} as const;

export interface Occurrence {
  readonly row: number;
  /** The date, moved to a business day if the row says so. */
  readonly date: IsoDate;
  readonly body: InvoiceBody & { readonly invoiceNumber: string };
}

/**
 * Reads a schedule, CSV or JSON, all checked.
 *
 * @throws {UsageError} with every problem of every row.
 */
export async function readSchedule(
  context: InputReader,
  path: string,
  defaults: InvoiceDefaults,
): Promise<readonly ScheduleRow[]> {
  const columns = [...INVOICE_COLUMNS, 'start', 'rule', 'roll'];
  const file = await readInputFile(context, path, { columns, dateFormat: defaults.dateFormat });
  const rows = file.rows.map((cells) => scheduleRow(cells, defaults));
  const firstUse = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const cells = file.rows[at];
    if (row && cells) addRepeatedNumbers(row, cells, firstUse);
  }
  file.assertValid();
  return rows.filter((it) => it !== undefined);
}

/** Returns a row; `undefined` if its rule cannot be read. Problems are added. */
function scheduleRow(cells: Cells, defaults: InvoiceDefaults): ScheduleRow | undefined {
  const start = cells.date('start');
  if (start === undefined) cells.need('start', (text) => text);
  const rule = cells.need('rule', recurrenceRule);
  const roll = cells.read('roll', rollOf) ?? 'none';
  const dueDays = cells.read('dueDate', daysLater) ?? 0;
  const template = invoiceBody(cells, defaults, start ?? '2000-01-01');
  if (template.invoiceNumber === undefined) cells.addProblem('invoiceNumber', 'is missing');
  const isKnown = hasKnownPlaceholders(template, cells) && template.invoiceNumber !== undefined;
  if (start === undefined || rule === undefined) return undefined;
  if (!hasDates(rule, start, cells) || !isKnown) return undefined;
  return { row: cells.row, template, start, rule, roll, dueDays };
}

/** Reports whether a rule has dates that begin at its start, otherwise adds a problem. */
function hasDates(rule: string, start: IsoDate, cells: Cells): boolean {
  try {
    return listOccurrences(rule, start, { limit: 1 }).length > 0;
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    cells.addProblem('rule', error.message);
    return false;
  }
}

/** Reports whether all placeholders are known, otherwise adds problems. */
function hasKnownPlaceholders(template: InvoiceBody, cells: Cells): boolean {
  let isKnown = true;
  for (const [column, texts] of Object.entries(textsOf(template))) {
    const found = texts.flatMap((text) => text.match(/\{[^{}]*\}/g) ?? []);
    const unknown = found.find((it) => !PLACEHOLDERS.includes(it));
    if (unknown === undefined) continue;
    const known = PLACEHOLDERS.join(', ');
    cells.addProblem(column, `has the unknown placeholder ${unknown}: use ${known}`);
    isKnown = false;
  }
  return isKnown;
}

const rollOf: Parse<Roll> = (text) => {
  const found = (Object.keys(rolls) as Roll[]).find((it) => it === text.toLowerCase());
  if (found) return found;
  throw new InvalidValueError(`must be none, preceding or following, not '${text}'`);
};

/** `+30d`: a due date 30 calendar days later. */
const daysLater: Parse<number> = (text) => {
  const [, days] = /^\+?(\d{1,3})d?$/i.exec(text) ?? [];
  if (days !== undefined) return Number(days);
  throw new InvalidValueError(`must be days after the date, such as +30d, not '${text}'`);
};

const PLACEHOLDERS = ['{n}', '{date}', '{yyyy-mm}'];

const textsOf = ({ invoiceNumber, memo, lineItems }: InvoiceBody) => ({
  invoiceNumber: [invoiceNumber ?? ''],
  memo: [memo ?? ''],
  lines: (lineItems ?? []).map(({ description }) => description),
});

/** The number of first dates of a row whose invoice numbers are compared before anything is sent. */
const COMPARED = 100;

/** Adds a problem if two dates, of this row or of one before, have the same invoice number on a connection. */
function addRepeatedNumbers(row: ScheduleRow, cells: Cells, firstUse: Map<string, number>): void {
  for (const { date, body } of expandRow(row, { limit: COMPARED })) {
    const key = `${body.connectionId} ${body.invoiceNumber}`;
    const other = firstUse.get(key);
    firstUse.set(key, other ?? cells.row);
    if (other === undefined) continue;
    const where =
      other === cells.row ? 'on an earlier date of this row: add {n} or {date}' : `in row ${other}`;
    cells.addProblem('invoiceNumber', `would be ${body.invoiceNumber} on ${date}, as ${where}`);
    return;
  }
}

/** Days by which a date may be moved: the longest run of days without a business day is shorter. */
const LONGEST_ROLL = 7;

/** Returns the dates of a row whose moved date is at most `last`, in order, at most `limit` of them. */
export function expandRow(
  row: ScheduleRow,
  { last, limit }: { readonly last?: IsoDate; readonly limit?: number },
): readonly Occurrence[] {
  const { rule, start, roll, template, dueDays } = row;
  const dates = listOccurrences(rule, start, {
    ...(last !== undefined && { last: addDays(last, LONGEST_ROLL) }),
    ...(limit !== undefined && { limit }),
  });
  return dates
    .map((ruled, at): Occurrence => {
      const fill = filler(at + 1, ruled);
      const date = rolls[roll](ruled);
      return {
        row: row.row,
        date,
        body: {
          ...filled(template, fill),
          invoiceNumber: fill(template.invoiceNumber ?? ''),
          dueDate: rolls[roll](addDays(date, dueDays)),
        },
      };
    })
    .filter(({ date }) => last === undefined || date <= last);
}

type Fill = (text: string) => string;

/** Returns a function that replaces the placeholders of a text. Dates are those of the rule, which no holiday moves. */
const filler =
  (n: number, date: IsoDate): Fill =>
  (text) =>
    text
      .replaceAll('{n}', String(n))
      .replaceAll('{date}', date)
      .replaceAll('{yyyy-mm}', date.slice(0, 7));

const filled = (template: InvoiceBody, fill: Fill): InvoiceBody => ({
  ...template,
  ...(typeof template.memo === 'string' && { memo: fill(template.memo) }),
  ...(template.lineItems && {
    lineItems: template.lineItems.map((it) => ({ ...it, description: fill(it.description) })),
  }),
});
