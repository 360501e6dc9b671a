import { nextLine } from '../../cli/next-line.ts';
import type { Consent } from '../../money/journal/intent.ts';
import type { HistoryEntry, IntentHistory } from '../../money/journal/intent-history.ts';
import { type Section, sectionFields } from '../../render/sections.ts';
import { outcomeText } from './columns.ts';

/** Returns a recorded request in sections: its outcome, its records, and its history as a timeline. */
export const intentSections = (it: IntentHistory, argv: readonly string[]): readonly Section[] => [
  {
    title: 'Request',
    fields: [
      ...sectionFields(it, 'id', 'operation'),
      { label: 'Outcome', kind: 'state', value: outcomeText(it) },
      ...sectionFields(it, 'amount:money', 'createdAt:time=Recorded', 'sentAt:time=Sent'),
      ...sectionFields(it, 'settledAt:time=Ended'),
      { label: 'Confirmed', kind: 'text', value: it.consent && consents[it.consent] },
    ],
  },
  {
    title: 'Records',
    fields: sectionFields(
      it,
      'payableId=Payable',
      'paymentId=Payment',
      'connectionId=Connection',
      'businessId=Business',
    ),
  },
  {
    title: 'Service',
    fields: sectionFields(
      it,
      'profile',
      'origin=Address',
      'environment',
      'requestId=Request id',
      'idempotencyKey=Idempotency key',
    ),
  },
  {
    title: 'History',
    table: {
      columns: [
        { key: 'at', kind: 'time', rank: 1, heading: 'WHEN' },
        { key: 'event', kind: 'text', rank: 2, heading: 'WHAT' },
        {
          key: 'details',
          kind: 'prose',
          rank: 3,
          heading: 'DETAILS',
          text: (row) => detailsOf(row as HistoryEntry),
        },
      ],
      rows: it.history,
    },
  },
  {
    title: it.entries.length === 1 ? 'Journal entry' : 'Journal entries',
    lines: it.entries,
  },
  {
    title: 'Next',
    commands: nextCommands(it).map((line) => nextLine(line, argv)),
  },
];

const consents: Readonly<Record<Consent, string>> = {
  prompt: 'in the terminal',
  yes: 'by --yes',
  'yes-expected': 'by --yes, with an expected amount',
  plan: 'by the hash of the plan',
  elicitation: 'in the MCP client',
  token: 'by the MCP client, with the token of the preview',
};

/** Returns all that an entry says beside its time and its event: `status 201, request id req_1`. */
function detailsOf({ at: _, event: __, ...details }: HistoryEntry): string {
  return leaves(details)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** Returns the values in an object with their names in words; those of objects in it have the inner name. */
function leaves(record: object): readonly (readonly [name: string, value: string])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) {
      const texts = value.flat(Number.POSITIVE_INFINITY).filter((it) => it !== null && it !== '');
      return texts.length === 0 ? [] : [[inWords(name), texts.join(' ')]];
    }
    return typeof value === 'object' ? leaves(value) : [[inWords(name), String(value)]];
  });
}

const inWords = (name: string): string =>
  name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

/** Returns the commands that settle an unknown outcome. */
const nextCommands = ({ id, outcome, verdict, contradicted }: IntentHistory): readonly string[] => {
  const isUnresolved =
    contradicted || (verdict === null && ['unknown', 'sending'].includes(outcome));
  return isUnresolved
    ? [`remit journal reconcile ${id}`, `remit journal resolve ${id} --help`]
    : [];
};
