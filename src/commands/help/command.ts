import { resolve } from 'node:path';
import { command } from '../../cli/command.ts';
import { option, optionalList } from '../../cli/flags/flag.ts';
import { file, words } from '../../cli/flags/value-parsers.ts';
import { widthOf } from '../../cli/output-format.ts';
import { text } from '../../render/view.ts';
import { wrapPage } from '../../render/wrap-text.ts';
import { helpTopics } from './topics.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'help',
  summary: 'Show help for a topic or a command',
  about: `Topics: ${Object.keys(helpTopics).join(', ')}.`,
  args: { about: optionalList('[topic or command...]', 'topic or command', words) },
  flags: {
    manPages: option('--man-pages <dir>', 'write the man pages to this folder', file),
  },
  view: text,
  examples: ['remit help money-safety', 'remit help payable create', 'remit help --man-pages man'],

  async run({ context, args, flags }) {
    if (flags.manPages !== undefined) {
      const folder = resolve(context.host.cwd, flags.manPages);
      const count = await context.manual.writePages(folder, dayOf(context.host.env));
      context.notice(`${count} pages written to ${folder}.`);
      return [];
    }
    const [first = '', ...others] = args.about;
    const topic =
      Object.hasOwn(helpTopics, first) && others.length === 0 ? helpTopics[first] : undefined;
    const width = widthOf(context.host);
    if (topic) return wrapPage(topic, width);
    return (await context.manual.page(args.about, width)).trimEnd();
  },
});

/** The day that a page says it was made on: reproducible where a build asks for that. */
function dayOf(env: Readonly<Record<string, string | undefined>>): string {
  const epoch = Number(env['SOURCE_DATE_EPOCH'] || Number.NaN);
  return (Number.isSafeInteger(epoch) ? new Date(epoch * 1000) : new Date())
    .toISOString()
    .slice(0, 10);
}
