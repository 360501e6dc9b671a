/** A rehearsal in a terminal: what would stop it, the payments, the days, and what it cannot know. */

import { centsOf } from '../../api/money.ts';
import type { RehearsalReport } from '../../rehearsal/rehearse-plan.ts';
import { usd } from '../../render/money.ts';
import type { Section } from '../../render/sections.ts';
import { columns } from '../../render/view.ts';

const paymentColumns = columns(
  'row:number #1',
  'invoiceNumber #4',
  'payeeName #3',
  'amount:money #2',
  'status:state #5',
  'sentOn:date #6',
  'settledOn:date #7',
  'returnedOn:date #8',
  'code #9',
  'error:below',
);

const dayColumns = columns(
  'date:date #1',
  'sent:money #2',
  'settled:money #3',
  'returned:money #4',
  'available:money #5',
  'pending:money #6',
);

/** Returns the sections of a rehearsal. */
export function rehearsalSections(report: RehearsalReport): readonly Section[] {
  const { stoppedBy, payments, days, unknown } = report;
  return [
    {
      title: 'Stopped',
      lines: stoppedBy === null ? [] : stoppedBy.message.split('\n'),
      commands: stoppedBy?.next ?? [],
    },
    { title: 'Payments', table: { columns: paymentColumns, rows: payments } },
    { title: 'Days', table: { columns: dayColumns, rows: stoppedBy === null ? days : [] } },
    {
      title: 'Bank accounts',
      lines: (days.at(-1)?.banks ?? []).map(
        ({ fundingSourceId, change }) => `${fundingSourceId}: ${usd(centsOf(change))} in the end`,
      ),
    },
    { title: 'What remit status would say', lines: days.flatMap(statusLines) },
    { title: 'Not known', lines: unknown },
  ];
}

const statusLines = ({ date, status }: RehearsalReport['days'][number]): readonly string[] =>
  status.map(({ what, count, amount }) => {
    const parts = [
      count === null ? [] : String(count),
      amount === null ? [] : usd(centsOf(amount)),
    ];
    return `${date}  ${what}: ${parts.flat().join(', ')}`;
  });
