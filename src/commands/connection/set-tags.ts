import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument, repeatableOption, toggle } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { connection } from '../../contract/connection.ts';
import { recordOf } from '../../render/view.ts';
import { connectionColumns } from './columns.ts';

export const setTags = command({
  name: 'set-tags',
  summary: 'Replace the tags of a connection, or add and remove some',
  calls: [connection.setTags, connection.get],
  writes: true,
  args: {
    connection: argument('<connection>', 'connection to tag', id),
    tags: repeatableOption('[tag...]', 'ids of the tags to set', id),
  },
  flags: {
    clear: toggle('--clear', 'remove all tags'),
    add: repeatableOption('--add <tag>', 'add a tag', id),
    remove: repeatableOption('--remove <tag>', 'remove a tag', id),
  },
  view: recordOf(connectionColumns),
  examples: [
    'remit connection set-tags conn_… tag_…',
    'remit connection set-tags conn_… --clear --json',
  ],

  async run({ context, args, flags }) {
    const modes = [args.tags.length > 0, flags.clear, flags.add.length + flags.remove.length > 0];
    if (modes.filter(Boolean).length !== 1) {
      throw new UsageError('Specify the tags to set, or --clear, or --add and --remove.');
    }
    const now = modes[2] ? await tagsNow(context, args.connection) : args.tags;
    const kept = now.filter((tag) => !flags.remove.includes(tag));
    return context.call(connection.setTags, {
      params: { connectionId: args.connection },
      query: { businessId: context.globalFlags.business },
      body: { tagIds: [...new Set([...kept, ...flags.add])] },
    });
  },
});

async function tagsNow(context: Context, connectionId: string): Promise<string[]> {
  const { tags } = await context.call(connection.get, {
    params: { connectionId },
    query: { businessId: context.globalFlags.business },
  });
  return (tags ?? []).map((tag) =>
    String(typeof tag === 'object' && tag !== null && 'id' in tag ? tag.id : tag),
  );
}
