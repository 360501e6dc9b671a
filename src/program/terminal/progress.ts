import type { Context } from '../../cli/context.ts';
import type { System } from '../../cli/system.ts';
import { sanitize } from '../../render/sanitize.ts';

/** Creates a progress display: one line that is overwritten if `isLive`, otherwise plain lines; nothing if `isQuiet`. */
export function createProgress(
  { stderr }: System,
  isLive: boolean,
  isQuiet: () => boolean,
): Context['progress'] {
  let isOpen = false;
  return {
    isLive,
    show(line) {
      if (isQuiet()) return;
      void stderr.write(isLive ? `\r\u001b[K${sanitize(line)}` : `${sanitize(line)}\n`);
      isOpen = isLive;
    },
    end() {
      if (isOpen) void stderr.write('\n');
      isOpen = false;
    },
  };
}
