import { addDays, newYorkDate, newYorkInstant } from '../../api/ach/calendar.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument } from '../../cli/flags/flag.ts';
import { date, words } from '../../cli/flags/value-parsers.ts';
import { UsageError } from '../../money/errors.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import {
  OVERLAP_MS,
  readWatermark,
  type WatermarkedExport,
  watermarkFolder,
} from './incremental-export.ts';

interface WatermarkRow {
  readonly watermark: string;
  readonly command: string;
  readonly businessId: string | null;
  readonly filters: unknown;
  /** The creation time or day up to which everything was exported; `null` if that is nothing. */
  readonly exportedTo: string | null;
}

/** A watermark as it is stored. */
interface WatermarkFile {
  readonly until?: string | null;
  readonly through?: string | null;
  readonly of: WatermarkedExport;
}

const watermarkColumns = columns(
  'watermark',
  'command',
  'exportedTo',
  'filters:json',
  'businessId',
);

const list = command({
  name: 'list',
  summary: 'List how far each --since-last export has come',
  view: listOf(watermarkColumns, 'No export used --since-last yet.'),
  examples: ['remit payable watermark list', 'remit payable watermark list --json'],

  run: ({ context }) =>
    context.files.state.names(folderOf(context)).flatMap((name) => {
      const [, kind, hash] = /^payable-(list|export)-([0-9a-f]{16})\.json$/.exec(name) ?? [];
      return kind === undefined
        ? []
        : [rowOf(`${kind}_${hash}`, stored(context, `${kind}_${hash}`))];
    }),
});

const set = command({
  name: 'set',
  summary: 'Set a --since-last export back, to export everything from a date again',
  about:
    'Only back: what was created before the watermark and not exported would be left out for ever.',
  args: {
    watermark: argument('<watermark>', 'watermark in remit payable watermark list', words),
    from: argument('<date>', 'first creation date to export again', date),
  },
  view: recordOf(watermarkColumns),
  examples: [
    'remit payable watermark set list_… 2026-03-01',
    'remit payable watermark set list_… 2026-03-01 --json',
  ],

  run({ context, args: { watermark: name, from } }) {
    const before = stored(context, name);
    const after = setBack(before, name, from);
    context.files.state.write(placeOf(context, name), `${JSON.stringify(after)}\n`);
    return rowOf(name, after);
  },
});

export const watermark = {
  name: 'watermark',
  summary: 'Show the positions of --since-last exports, and set them back',
  commands: [list, set],
};

const folderOf = (context: Context): string => watermarkFolder(context.settings().profile);

/** Returns the path of a watermark, `list_0f3a…` or `export_0f3a…`, in the state directory. */
const placeOf = (context: Context, name: string): string =>
  `${folderOf(context)}/payable-${name.replace('_', '-')}.json`;

function stored(context: Context, name: string): WatermarkFile {
  const isName = /^(list|export)_[0-9a-f]{16}$/.test(name);
  const found = isName ? readWatermark<WatermarkFile>(context, placeOf(context, name)) : undefined;
  if (found) return found;
  throw new UsageError(`There is no watermark '${name}' in this profile.`, {
    next: ['remit payable watermark list'],
  });
}

const rowOf = (name: string, { of, until, through }: WatermarkFile): WatermarkRow => ({
  watermark: name,
  command: of.command,
  businessId: of.businessId,
  filters: of.filters,
  exportedTo: until ?? through ?? null,
});

/** Returns a watermark before a date. Throws `UsageError` for a date after it, which would leave rows out. */
function setBack(before: WatermarkFile, name: string, from: string): WatermarkFile {
  const reached = before.through ?? (before.until && newYorkDate(new Date(before.until)));
  if (!reached || from > reached) {
    throw new UsageError(
      reached
        ? `${name} has exported up to ${reached}: ${from} is after that.`
        : `${name} has exported nothing yet.`,
    );
  }
  if (before.through !== undefined) return { ...before, through: addDays(from, -1) };
  // The rows of the hour before a watermark are told by their ids, and none is known now.
  const until = new Date(newYorkInstant(from, 0).getTime() + OVERLAP_MS);
  return { ...before, until: until.toISOString(), ids: [] } as WatermarkFile;
}
