import type { Globals } from '../../cli/flags/global-flags.ts';
import type { Host } from '../../cli/system.ts';

type Ends = Pick<Host, 'stdin' | 'stderr' | 'env'>;

/** Someone can be asked: both ends of the conversation are terminals and nobody said `--no-input`. */
export const isInteractive = ({ stdin, stderr }: Ends, { noInput }: Globals): boolean =>
  stderr.isTTY && stdin.isTTY && !noInput;

/** A menu moves the cursor: that takes a terminal which can do more than print. */
export const canShowMenus = (ends: Ends, globals: Globals): boolean =>
  isInteractive(ends, globals) && ends.env['TERM'] !== 'dumb';
