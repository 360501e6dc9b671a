import type { Activity } from '../../contract/payable.ts';
import { columns, type TerminalColumn } from '../../render/view.ts';

/** The documented columns of an entry. */
export const activityColumns = columns(
  'createdAt:time',
  'type',
  'message',
  'actor.name',
  'fromStatus:state',
  'toStatus:state',
);

/** Its columns at a terminal, a timeline: when, who, what. */
export const activityTerminalColumns: readonly TerminalColumn[] = [
  { key: 'createdAt', kind: 'time', rank: 1, heading: 'WHEN' },
  { key: 'actor.name', kind: 'prose', rank: 3, heading: 'WHO' },
  {
    key: 'message',
    kind: 'prose',
    rank: 2,
    heading: 'WHAT',
    text: (row) => describeActivity(row as Activity),
    covers: ['type', 'fromStatus', 'toStatus'],
  },
];

/** The states that the words of an entry already say. */
const IMPLIED: Readonly<Record<string, string>> = {
  created: 'DRAFT',
  submitted: 'SUBMITTED',
  approved: 'APPROVED',
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
  payment_scheduled: 'SCHEDULED',
};

/**
 * Returns an entry in words: the service's message, or else its type, and the new state of the payable unless the words
 * say it. Example: `Payment failed: R01 → APPROVED`.
 */
function describeActivity({ type, message, fromStatus, toStatus }: Activity): string {
  const words = message || (type ?? '').replaceAll('_', ' ');
  const isImplied = IMPLIED[type ?? ''] === toStatus;
  return !toStatus || toStatus === fromStatus || isImplied ? words : `${words} → ${toStatus}`;
}
