import type { Context } from '../../cli/context.ts';
import type { System } from '../../cli/system.ts';
import { sanitize } from '../../render/sanitize.ts';

/**
 * Creates a progress display: one line that is overwritten on a terminal, plain lines elsewhere, nothing if `isQuiet`.
 */
export function createProgress({ stderr }: System, isQuiet: () => boolean): Context['progress'] {
  let isOpen = false;
  return {
    show(line) {
      if (isQuiet()) return;
      void stderr.write(stderr.isTTY ? `\r\u001b[K${sanitize(line)}` : `${sanitize(line)}\n`);
      isOpen = stderr.isTTY;
    },
    end() {
      if (isOpen) void stderr.write('\n');
      isOpen = false;
    },
  };
}
