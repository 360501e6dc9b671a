import { operations } from '../api/operations/operations.ts';
import { command } from '../cli/command.ts';
import { choiceList, toggle } from '../cli/flags/flag.ts';
import { UsageError } from '../money/errors.ts';
import { text } from '../render/view.ts';

const serve = command({
  name: 'serve',
  summary: 'Run a Model Context Protocol (MCP) server over stdio',
  about:
    'Standard input and output carry only the protocol, until the input ends or the server is interrupted. Without --allow-writes only tools that read are offered; --tools adds the operations of the API. A call that moves money, changes bank accounts, approves a payable or cannot be undone is confirmed by a person, whom the client asks (elicitation); large amounts are typed. Policy and journal apply as for every command: see remit help money-safety.',
  details:
    'A client that cannot ask makes two calls: the first returns a preview and a confirmation for exactly that (valid once, for five minutes), the second executes it. It cannot confirm more than confirm.typeAmountAbove.',
  flags: {
    allowWrites: toggle('--allow-writes', 'also offer tools that write'),
    tools: choiceList('--tools <group,...>', 'also offer the API operations of these groups', [
      'all',
      ...Object.keys(operations),
    ]),
  },
  view: text,
  examples: {
    'Offer tools that read': 'remit mcp serve',
    'Offer tools that write, on a sandbox': 'remit mcp serve --allow-writes -P sandbox',
    'Add the operations of two resources': 'remit mcp serve --tools connection,invite',
  },

  async *run({ context, flags: { allowWrites, tools: groups = [] } }) {
    if (context.globalFlags.tokenFile === '-') {
      throw new UsageError(
        'Standard input carries the protocol: the token cannot be read from it.',
        {
          problems: [{ field: 'token-file', message: 'cannot be -' }],
        },
      );
    }
    const { serveTools } = await import('../mcp/server.ts');
    yield* serveTools(context, { allowWrites, groups });
  },
});

export const commands = [serve];
