import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandTree } from '../../../cli/command.ts';
import { createFolder, systemErrorText } from '../../../config/system-error.ts';
import { OutputError } from '../../../errors/errors.ts';
import { exitCodes } from '../../../errors/exit-codes.ts';
import { VERSION } from '../../../version.ts';
import { buildCatalog, globalFlags, groupsOf } from '../../command-catalog.ts';
import { helpTopics } from '../../help-topics.ts';
import { manPages } from './pages.ts';

/** Returns the pages by the names of their files. `date` is `YYYY-MM-DD`. */
export const manualPages = async (
  date: string,
  tree: CommandTree,
): Promise<ReadonlyMap<string, string>> =>
  manPages({
    catalog: await buildCatalog(tree),
    groups: await groupsOf(tree),
    globals: globalFlags(),
    exitCodes: Object.values(exitCodes),
    topics: helpTopics,
    version: VERSION,
    date,
  });

/**
 * Writes every page into a directory, removes those of another version, and returns the number of pages.
 *
 * @throws {ConfigError} if the directory cannot be created.
 * @throws {OutputError} if a page cannot be written.
 */
export async function writeManPages(
  folder: string,
  date: string,
  tree: CommandTree,
): Promise<number> {
  const pages = await manualPages(date, tree);
  createFolder(folder);
  try {
    for (const name of await readdir(folder)) if (isManPage(name)) await rm(join(folder, name));
    for (const [name, page] of pages) await writeFile(join(folder, name), page);
  } catch (error) {
    throw new OutputError(`${folder} could not be written: ${systemErrorText(error)}.`, {
      cause: error,
    });
  }
  return pages.size;
}

const isManPage = (name: string) => /^remit(-[a-z-]+)?\.[17]$/.test(name);
