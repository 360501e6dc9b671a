import type { Manual } from '../cli/facades.ts';
import { tree } from '../commands/tree.ts';
import { exitCodes } from './exit-codes.ts';
import { locate } from './locate.ts';

/** What the program knows of itself; loaded when it is asked. */
export const manual: Manual = {
  catalog: async () => (await import('./catalog.ts')).catalogOf(tree),
  async page(words) {
    const place = await locate(words, tree);
    if (place.kind !== 'command' && place.unknown !== undefined) {
      throw (await import('./suggest.ts')).unknownWord(place, tree, words);
    }
    return (await import('./help.ts')).helpFor(place, tree);
  },
  writePages: async (folder, date) => (await import('./man/write.ts')).writeManPages(folder, date),
  schema: async (...it) => (await import('./schema/create.ts')).schemaOf(...it),
  exitCodes: Object.values(exitCodes),
};
