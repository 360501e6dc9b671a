import { command } from '../../cli/command.ts';
import { optionalList } from '../../cli/flag.ts';
import { words } from '../../cli/values.ts';
import { text } from '../../render/view.ts';
import { topics } from './topics.ts';

export const commands = [];

export const bare = command({
  name: 'help',
  summary: 'Explain a topic, or a command',
  about: `The topics are ${Object.keys(topics).join(', ')}.`,
  args: { about: optionalList('[topic or command...]', 'what to explain', words) },
  view: text,
  examples: ['remit help money-safety', 'remit help payable create'],

  async run({ context, args }) {
    const [first = '', ...others] = args.about;
    const topic = Object.hasOwn(topics, first) && others.length === 0 ? topics[first] : undefined;
    if (topic) return topic.trim();
    const page = await context.manual.page(args.about);
    return args.about.length === 0 ? `${page}\nTopics: ${topicNames()}` : page.trimEnd();
  },
});

const topicNames = () => `${Object.keys(topics).join(', ')}\nRead one with remit help <topic>`;
