import { isRecord } from '../../is-record.ts';
import { localTime } from '../../render/dates.ts';
import { centsIn, usd } from '../../render/money.ts';
import { sanitize } from '../../render/sanitize.ts';
import type { Paint } from '../../render/table.ts';
import type { Transition } from './cursor.ts';

/** The fields that a person knows a record by, the best one first; without one of them it is its id. */
const names: Readonly<Record<string, readonly string[]>> = {
  payable: ['invoiceNumber'],
  payment: ['invoiceNumber'],
  invitation: ['email', 'aliasName'],
  bank: ['name'],
  integration: ['companyName'],
};

/**
 * Returns a transition as a line: `10:02  CL-4040  APPROVED → PAID  $1,580.80`. All resources but payables are named
 * with their kind: `10:02  CL-4040 payment  PENDING → COMPLETED  $1,580.80`. `paint` colors the state that it has now.
 */
export function transitionLine(
  { at, transition }: { readonly at: string; readonly transition: Transition },
  timeZone: string | undefined,
  paint: Paint,
): string {
  const { resource, id, from, to, record } = transition;
  const kind = resource === 'payable' ? '' : ` ${resource}`;
  const cells = [
    sanitize((localTime(at, timeZone) ?? at).slice(11)),
    sanitize(`${nameOf(resource, record) ?? id}${kind}`),
    changeText(from, to, paint),
    ...amountOf(resource, record),
  ];
  return `${cells.join('  ')}\n`;
}

function changeText(from: string | null, to: string | null, paint: Paint): string {
  const now = paint(sanitize(to ?? 'gone'), 'state');
  return from === null ? `${now} (new)` : `${sanitize(from)} → ${now}`;
}

function nameOf(resource: string, record: unknown): string | undefined {
  if (!isRecord(record)) return undefined;
  const found = (names[resource] ?? []).map((field) => record[field]);
  return found.find((it): it is string => typeof it === 'string' && it.trim() !== '');
}

function amountOf(resource: string, record: unknown): readonly string[] {
  if (!isRecord(record) || (resource !== 'payable' && resource !== 'payment')) return [];
  const cents = centsIn(record['amount']);
  return cents === undefined ? [] : [usd(cents)];
}
