import type { Manual } from '../../cli/facades.ts';
import { locate } from '../../commands/find-command.ts';
import { tree } from '../../commands/tree.ts';
import { exitCodes } from '../../errors/exit-codes.ts';

/** What the program knows of itself; loaded when it is asked. */
export const manual: Manual = {
  catalog: async () => (await import('../../commands/command-catalog.ts')).buildCatalog(tree),
  async page(words, width) {
    const place = await locate(words, tree);
    if (place.kind !== 'command' && place.unknown !== undefined) {
      throw (await import('./unknown-command.ts')).createUnknownCommandError(place, tree, words);
    }
    return (await import('./help.ts')).helpFor(place, tree, width);
  },
  writePages: async (folder, date) =>
    (await import('../../commands/help/man/write-pages.ts')).writeManPages(folder, date),
  schema: async (...it) =>
    (await import('../../commands/schema/create.ts')).describeResource(...it),
  exitCodes: Object.values(exitCodes),
};
