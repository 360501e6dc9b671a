import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { text } from '../../render/view.ts';

export const serve = command({
  name: 'serve',
  summary: 'Offer every operation as a tool over stdio, by the Model Context Protocol (MCP)',
  about: [
    'Standard input and output carry the protocol and nothing else, until the input ends or it is interrupted.',
    'Only what reads is offered, unless --allow-writes is given. What moves money or cannot be undone then takes two calls: the',
    'first answers what would happen and a confirmation for exactly that, good once and for five minutes; the second does it.',
    'Policy and journal hold as for every command: see remit help money-safety.',
  ].join('\n'),
  flags: { allowWrites: toggle('--allow-writes', 'also offer what changes something') },
  view: text,
  examples: ['remit mcp serve', 'remit mcp serve --allow-writes -P sandbox'],

  async *run({ context, flags }) {
    if (context.globalFlags.tokenFile === '-') {
      throw new UsageError('Standard input carries the protocol: it cannot hold the token.', {
        problems: [{ field: 'token-file', message: 'cannot be -' }],
      });
    }
    const { serveTools } = await import('./server.ts');
    yield* serveTools(context, flags);
  },
});
