import { type Connection, ConnectionStatus, connection } from '../../api/operations/connection.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument, choice, option, repeatableOption, toggle } from '../../cli/flags/flag.ts';
import { id, reference, wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { chooseFilters } from '../../cli/list/choose-filters.ts';
import { fieldFilter, filterFlags, recordFilter } from '../../cli/list/record-filter.ts';
import { selectRecords } from '../../cli/list/select-records.ts';
import { nextLine } from '../../cli/next-line.ts';
import { rowsOfBusiness } from '../../cli/own-business.ts';
import { payableList } from '../../cli/payable/payable-columns.ts';
import { payableFilters } from '../../cli/payable/payable-filters.ts';
import { UsageError } from '../../money/errors.ts';
import { cuttable } from '../../render/cuttable.ts';
import { recordSections, type Section } from '../../render/sections.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { statement } from './statement.ts';

const connectionColumns = columns(
  'id #1',
  'status:state #3',
  'businessName #7',
  'connectedBusinessName #2',
  'alias #4',
  'tags:json #5',
  'settings.netTerms:number #6',
);

/** Returns the parts of a request about a connection that say which one it is. */
const inputOf = ({ globalFlags }: Context, connectionId: string) => ({
  params: { connectionId },
  query: { businessId: globalFlags.business },
});

export const listFilters = {
  status: fieldFilter<Connection, ConnectionStatus | undefined>(
    'status',
    choice('--status <state>', 'status', ConnectionStatus.options),
  ),
  tag: recordFilter<Connection, string | undefined>({
    flag: option('--tag <tag>', 'tag (name or id)', id),
    fields: ['tags'],
    matches: ({ tags }, wanted) =>
      tags === undefined
        ? undefined
        : (tags?.some((named) => namesOf(named).includes(wanted)) ?? false),
  }),
};

const list = command({
  name: 'list',
  summary: 'List active and archived connections',
  about: 'With an explicit --business, only those of that business.',
  calls: [connection.list],
  flags: filterFlags(listFilters),
  shows: 'connection',
  view: listOf(connectionColumns, 'No connections.'),
  examples: {
    'List all connections': 'remit connection list',
    'Export the active ones as CSV': 'remit connection list --status active --csv',
  },

  run({ context, flags }) {
    const query = { businessId: context.globalFlags.business };
    const all = context.records<Connection>(connection.list, { query });
    const rows = rowsOfBusiness(context, all);
    return selectRecords(context, rows, chooseFilters(listFilters, flags));
  },
});

/** Returns the values that identify a tag, which may be a name, an id, or a record with both. */
function namesOf(tag: unknown): unknown[] {
  return typeof tag === 'object' && tag !== null ? Object.values(tag) : [tag];
}

const get = command({
  name: 'get',
  summary: 'Show one connection',
  calls: [connection.get],
  args: { connection: argument('<connection>', 'connection to show', reference) },
  shows: 'connection',
  view: recordOf(connectionColumns),
  examples: {
    'Show a connection': 'remit connection get conn_…',
    'Print it as JSON': 'remit connection get conn_… --json',
  },

  run: ({ context, args }) => context.call(connection.get, inputOf(context, args.connection)),

  sections: async ({ context, record }) => connectionSections(record, context.system.argv),
});

const connectionSections = (it: Connection, argv: readonly string[]): readonly Section[] => {
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

const setAlias = command({
  name: 'set-alias',
  summary: 'Set your own label for a connection',
  calls: [connection.setAlias],
  writes: true,
  args: {
    connection: argument('<connection>', 'connection to label', reference),
    alias: argument('<alias>', 'the label; the other side never sees it', words),
  },
  view: recordOf(connectionColumns),
  examples: {
    'Label a connection': 'remit connection set-alias conn_… "Linen"',
    'Label it in a script': 'remit connection set-alias conn_… "Linen" --json',
  },

  run: ({ context, args }) =>
    context.call(connection.setAlias, {
      ...inputOf(context, args.connection),
      body: { alias: args.alias },
    }),
});

const setTags = command({
  name: 'set-tags',
  summary: 'Replace the tags of a connection, or add and remove some',
  calls: [connection.setTags, connection.get],
  writes: true,
  args: {
    connection: argument('<connection>', 'connection to tag', reference),
    tags: repeatableOption('[tag...]', 'ids of the tags to set', id),
  },
  flags: {
    clear: toggle('--clear', 'remove all tags'),
    add: repeatableOption('--add <tag>', 'add a tag', id),
    remove: repeatableOption('--remove <tag>', 'remove a tag', id),
  },
  view: recordOf(connectionColumns),
  examples: {
    'Replace its tags by one': 'remit connection set-tags conn_… tag_…',
    'Remove all tags': 'remit connection set-tags conn_… --clear --json',
  },

  async run({ context, args, flags }) {
    const modes = [args.tags.length > 0, flags.clear, flags.add.length + flags.remove.length > 0];
    if (modes.filter(Boolean).length !== 1) {
      throw new UsageError('Specify the tags to set, or --clear, or --add and --remove.');
    }
    const now = modes[2] ? await tagsNow(context, args.connection) : args.tags;
    const kept = now.filter((tag) => !flags.remove.includes(tag));
    return context.call(connection.setTags, {
      ...inputOf(context, args.connection),
      body: { tagIds: [...new Set([...kept, ...flags.add])] },
    });
  },
});

async function tagsNow(context: Context, connectionId: string): Promise<string[]> {
  const { tags } = await context.call(connection.get, inputOf(context, connectionId));
  return (tags ?? []).map((tag) =>
    String(typeof tag === 'object' && tag !== null && 'id' in tag ? tag.id : tag),
  );
}

const setSettings = command({
  name: 'set-settings',
  summary: 'Set the payment terms of a connection',
  calls: [connection.setSettings],
  writes: true,
  args: { connection: argument('<connection>', 'connection to change', reference) },
  flags: {
    netTerms: option('--net-terms <days>', 'days from invoice to due date, or none', (text) =>
      text === 'none' ? null : wholeNumber(0, 3650)(text),
    ),
  },
  view: recordOf(connectionColumns),
  examples: {
    'Let the partner pay within 30 days': 'remit connection set-settings conn_… --net-terms 30',
    'Set the terms in a script': 'remit connection set-settings conn_… --net-terms 30 --json',
  },

  run: ({ context, args, flags }) =>
    context.call(connection.setSettings, {
      ...inputOf(context, args.connection),
      body: { ...(flags.netTerms !== undefined && { netTerms: flags.netTerms }) },
    }),
});

const archive = command({
  name: 'archive',
  summary: 'Archive a connection (no new payables on it)',
  calls: [connection.archive, connection.get],
  writes: true,
  args: { connection: argument('<connection>', 'connection to archive', reference) },
  view: recordOf(connectionColumns),
  examples: {
    'Archive a connection': 'remit connection archive conn_…',
    'Archive it in a script, without a prompt': 'remit connection archive conn_… --yes --json',
  },

  async run({ context, args }) {
    const input = inputOf(context, args.connection);
    const current = await context.call(connection.get, input);
    await context.confirm(
      [
        cuttable`Archive the connection with ${current.connectedBusinessName ?? current.id}, of ${current.businessName ?? 'this business'}.`,
      ],
      'An archived connection cannot be reactivated. Archive it?',
    );
    return context.call(connection.archive, input);
  },
});

export const invoiceFilters = { status: payableFilters.status };

const invoices = command({
  name: 'invoices',
  summary: 'List all payables of a connection',
  calls: [connection.invoices],
  args: { connection: argument('<connection>', 'connection', reference) },
  flags: filterFlags(invoiceFilters),
  shows: 'payable',
  view: payableList('No payables on this connection.'),
  examples: {
    'List its payables in both directions': 'remit connection invoices conn_…',
    'Export the paid ones as CSV': 'remit connection invoices conn_… --status PAID --csv',
  },

  run({ context, args, flags }) {
    const rows = context.records<Payable>(connection.invoices, inputOf(context, args.connection));
    return selectRecords(context, rows, chooseFilters(invoiceFilters, flags));
  },
});

const exportCsv = command({
  name: 'export',
  summary: 'Export all connections as CSV, as the service writes it',
  calls: [connection.exportCsv],
  view: { kind: 'bytes' },
  examples: {
    'Write all connections to a file': 'remit connection export --out connections.csv',
    'Redirect them to a file': 'remit connection export > connections.csv',
  },

  run: async ({ context }) =>
    (await context.service()).download(connection.exportCsv, {
      query: { businessId: context.globalFlags.business },
    }),
});

export const commands = [
  list,
  get,
  setAlias,
  setTags,
  setSettings,
  archive,
  invoices,
  statement,
  exportCsv,
];
