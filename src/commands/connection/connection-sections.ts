import { nextLine } from '../../cli/next-line.ts';
import type { Connection } from '../../contract/connection.ts';
import { recordSections, type Section } from '../../render/sections.ts';

/** Returns all that the service says about a connection, in sections. `argv` is the command line that shows them. */
export const connectionSections = (it: Connection, argv: readonly string[]): readonly Section[] => {
  const repeated = it['connectionId'] === it.id ? ['connectionId'] : [];
  const sections = recordSections(
    { ...it, tags: it.tags?.map(tagText) },
    [
      ['Connection', 'id', 'status:state', 'alias', 'tags'],
      ['Businesses', ...BUSINESSES],
      ['Settings', ...SETTINGS],
      [
        'Dates',
        'createdAt:time=Created',
        'activatedAt:time=Active since',
        'archivedAt:time=Archived',
      ],
    ],
    repeated,
  );
  const next = it.status === 'active' ? [nextLine(`remit connection invoices ${it.id}`, argv)] : [];
  return [...sections, { title: 'Next', commands: next }];
};

const BUSINESSES = [
  'businessName=Yours',
  'businessId=Its id',
  'connectedBusinessName=Partner',
  'connectedBusinessId=Its id',
];

const SETTINGS = [
  'settings.netTerms:number=Net terms, in days',
  'settings.autoApprove.enabled:boolean=Approves automatically',
  'settings.autoApprove.maxAmount:money=Up to',
];

/** Returns a tag in words: its name, and all else that the service says about it. */
function tagText(tag: unknown): unknown {
  if (typeof tag !== 'object' || tag === null) return tag;
  const { name, ...others } = tag as Readonly<Record<string, unknown>>;
  return typeof name === 'string'
    ? `${name} (${Object.values(others).join(', ')})`
    : JSON.stringify(tag);
}
