/** The command `remit help`. */

import { resolve } from 'node:path';
import { type CommandTree, command } from '../../cli/command.ts';
import { option, optionalList } from '../../cli/flags/flag.ts';
import { file, words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';
import { locate } from '../find-command.ts';
import { helpTopics } from '../help-topics.ts';
import { createUnknownCommandError } from '../unknown-command.ts';
import { helpFor } from './help-page.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'help',
  summary: 'Explain a topic, or a command',
  about: `The topics are ${Object.keys(helpTopics).join(', ')}.`,
  args: { about: optionalList('[topic or command...]', 'what to explain', words) },
  flags: {
    manPages: option('--man-pages <dir>', 'write the pages for man(1) into this folder', file),
  },
  view: text,
  examples: ['remit help money-safety', 'remit help payable create', 'remit help --man-pages man'],

  async run({ context, args, flags, tree }) {
    if (flags.manPages !== undefined) {
      const folder = resolve(context.host.cwd, flags.manPages);
      const { writeManPages } = await import('./man/write-pages.ts');
      const count = await writeManPages(folder, dayOf(context.host.env), tree);
      context.notice(`${count} pages were written to ${folder}.`);
      return [];
    }
    const [first = '', ...others] = args.about;
    const topic =
      Object.hasOwn(helpTopics, first) && others.length === 0 ? helpTopics[first] : undefined;
    if (topic) return topic.trim();
    const page = await helpPage(args.about, tree);
    return args.about.length === 0 ? `${page}\nTopics: ${topicNames()}` : page.trimEnd();
  },
});

/**
 * Returns the page for the words of a command.
 *
 * @throws {UsageError} with the closest commands if there is no such command.
 */
async function helpPage(words: readonly string[], tree: CommandTree): Promise<string> {
  const place = await locate(words, tree);
  if (place.kind !== 'command' && place.unknown !== undefined) {
    throw createUnknownCommandError(place, tree, words);
  }
  return helpFor(place, tree);
}

/** Returns the date of the pages, UTC `YYYY-MM-DD`: that of SOURCE_DATE_EPOCH for a reproducible build, else today. */
function dayOf(env: Readonly<Record<string, string | undefined>>): string {
  const epoch = Number(env['SOURCE_DATE_EPOCH'] || Number.NaN);
  return (Number.isSafeInteger(epoch) ? new Date(epoch * 1000) : new Date())
    .toISOString()
    .slice(0, 10);
}

const topicNames = () => `${Object.keys(helpTopics).join(', ')}\nRead one with remit help <topic>`;
