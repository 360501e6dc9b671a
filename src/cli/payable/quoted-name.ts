import { A_NAME, looksLikeId, type ShownIds } from '../../contract/id-or-name.ts';
import { type Cuttable, cuttable, uncut } from '../../render/cuttable.ts';

/** Returns a name that others chose, for a question: in quotes and with a note, which is never cut, if it looks like an id. */
export const quotedName = (name: string, shown: ShownIds): string | Cuttable =>
  looksLikeId(name, shown) ? cuttable`"${name}"${uncut(A_NAME)}` : name;
