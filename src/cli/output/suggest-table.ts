import type { View } from '../../render/view.ts';
import type { Context } from '../context.ts';
import { formatOf } from '../output-format.ts';
import type { System } from '../system.ts';
import type { PrintOptions } from './print.ts';

/** Reports whether rows without a header went to a pipe, while a person reads standard error and chose no format. */
export function isBareTable(
  { kind }: View,
  { stdout, stderr }: Pick<System, 'stdout' | 'stderr'>,
  { globals, configured }: Pick<PrintOptions, 'globals' | 'configured'>,
): boolean {
  if (stdout.isTTY || !stderr.isTTY || globals.out !== undefined || configured) return false;
  const isTabular = kind === 'list' || kind === 'record' || kind === 'either';
  const isChosen = globals.format !== undefined || globals.noHeader;
  return isTabular && !isChosen && formatOf(globals, { configured, isTTY: false }) === 'tsv';
}

/** The file in the state directory that says that the table was suggested. */
const SUGGESTED = 'table-suggested';

/** Suggests the table with its header, once on a machine. Without a state directory it is not suggested. */
export function suggestTable({ files, notice }: Pick<Context, 'files' | 'notice'>): void {
  try {
    if (files.state.read(SUGGESTED) !== undefined) return;
    files.state.write(SUGGESTED, '');
  } catch {
    return;
  }
  notice(
    'In a pipe, rows have no header: -o table prints them as in a terminal, --csv with a header.',
  );
}
