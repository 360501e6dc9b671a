import { InvalidValueError, type Parse } from '../../cli/flags/flag.ts';
import type { WishedReturn } from '../../rehearsal/named-returns.ts';

/** Parses returns: `R01:CL-1004,R10-late:CL-1005`. */
export const wishedReturns: Parse<readonly WishedReturn[]> = (text) =>
  text.split(',').map((part) => {
    const [, code, late, of] = /^\s*(R\d\d)(-late)?:(.+?)\s*$/i.exec(part) ?? [];
    if (code === undefined || of === undefined) {
      throw new InvalidValueError('must be codes with payments, such as R01:CL-1004');
    }
    return { code: code.toUpperCase(), isLate: late !== undefined, of };
  });
