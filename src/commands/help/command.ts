import { resolve } from 'node:path';
import { type CommandTree, command } from '../../cli/command.ts';
import { option, optionalList, toggle } from '../../cli/flags/flag.ts';
import { file, words } from '../../cli/flags/value-parsers.ts';
import { wantsColor, widthOf } from '../../cli/output-format.ts';
import { UsageError } from '../../money/errors.ts';
import { text } from '../../render/view.ts';
import { wrapPage } from '../../render/wrap-page.ts';
import { readBuilt } from '../../runtime/read-built.ts';
import { locate } from '../find-command.ts';
import { helpTopics } from '../help-topics.ts';
import { createUnknownCommandError } from '../unknown-command.ts';
import { type HelpOptions, helpFor, withBoldHeadings } from './help-page.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'help',
  summary: 'Show help for a topic or a command',
  about: `Topics: ${Object.keys(helpTopics).join(', ')}.`,
  args: { about: optionalList('[topic or command...]', 'topic or command', words) },
  flags: {
    full: toggle('--full', 'show columns, exit codes, API calls and all flags'),
    manPages: option('--man-pages <dir>', 'write the man pages to this directory', file),
    licenses: toggle('--licenses', 'print the licenses of all that this program contains'),
    sbom: toggle('--sbom', 'print the bill of materials: what it contains, in CycloneDX JSON'),
  },
  view: text,
  examples: {
    'Read how payments are kept safe': 'remit help money-safety',
    'Show help for a command': 'remit help payable create',
    'Show all of it, with columns and API calls': 'remit help payable create --full',
    'Write man pages to a directory': 'remit help --man-pages man',
    'Print the licenses': 'remit help --licenses',
    'Write the bill of materials': 'remit help --sbom --out sbom.cdx.json',
  },

  async run({ context, args, flags, tree }) {
    if (flags.manPages !== undefined) {
      const folder = resolve(context.system.cwd, flags.manPages);
      const { writeManPages } = await import('./man/write-pages.ts');
      const count = await writeManPages(folder, dayOf(context.system.env), tree);
      context.notice(`${count} pages written to ${folder}.`);
      return [];
    }
    if (flags.licenses && flags.sbom) {
      throw new UsageError('--licenses and --sbom cannot be used together.');
    }
    if (flags.licenses) return readBuilt(context.system, 'LICENSES.txt');
    if (flags.sbom) return readBuilt(context.system, 'sbom.cdx.json');
    const [first = '', ...others] = args.about;
    const topic =
      Object.hasOwn(helpTopics, first) && others.length === 0 ? helpTopics[first] : undefined;
    const width = widthOf(context.system);
    const page = topic
      ? wrapPage(topic, width)
      : (await helpPage(args.about, tree, { width, isFull: flags.full })).trimEnd();
    return wantsColor(context.system, context.globalFlags) ? withBoldHeadings(page) : page;
  },
});

/** Returns the page for the words of a command. Throws `UsageError` with the nearest commands for others. */
async function helpPage(
  words: readonly string[],
  tree: CommandTree,
  options: HelpOptions,
): Promise<string> {
  const match = await locate(words, tree);
  if (match.kind !== 'command' && match.unknown !== undefined) {
    throw createUnknownCommandError(match, tree, words);
  }
  return helpFor(match, tree, options);
}

/** Returns the date of the pages, UTC `YYYY-MM-DD`: that of SOURCE_DATE_EPOCH for a reproducible build, otherwise today. */
function dayOf(env: Readonly<Record<string, string | undefined>>): string {
  const epoch = Number(env['SOURCE_DATE_EPOCH'] || Number.NaN);
  return (Number.isSafeInteger(epoch) ? new Date(epoch * 1000) : new Date())
    .toISOString()
    .slice(0, 10);
}
