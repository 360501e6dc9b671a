import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Context } from '../../cli/context.ts';
import { VERSION } from '../../version.ts';
import { callTool, type ToolServerContext } from './call-tool.ts';
import { createConfirmations } from './confirmations.ts';
import type { ToolResult } from './results.ts';
import { allTools } from './tools.ts';

/**
 * Serves MCP on stdin until that ends or the program is interrupted, and yields the bytes for
 * stdout. Calls in flight are finished first.
 */
export async function* serveTools(
  { system, nested, settings, globalFlags }: Context,
  { allowWrites }: { readonly allowWrites: boolean },
): AsyncIterable<Uint8Array> {
  // The current profile may change while the server runs: every call keeps that of its start.
  const profile = settings().profile ?? globalFlags.profile;
  const open = () => nested.open(profile);
  const tools = allTools();
  const calls = createCallQueue();
  const confirmations = createConfirmations(() => Date.now());
  const server = serverOf({ tools, allowWrites, confirmations, open }, calls.add);
  const input = Readable.from(system.stdin.read());
  const output = new PassThrough();
  await server.connect(new StdioServerTransport(input, output));
  void ended(input, server, system.interrupted)
    .then(calls.idle)
    .then(() => output.end());
  try {
    yield* output;
  } finally {
    // A payment whose response nobody awaits any more is in the journal anyway.
    await calls.idle();
    await server.close();
    input.destroy();
  }
}

const INSTRUCTIONS = [
  'Payments between businesses by ACH. Amounts are in dollars, dates are YYYY-MM-DD.',
  'Operations that move money or cannot be undone take two calls: the first returns a preview and a confirmation, the second, with that confirmation, executes it.',
  'A request with an unknown outcome may have been applied: do not repeat it, call journal_reconcile.',
].join(' ');

function serverOf(context: ToolServerContext, add: CallQueue['add']): Server {
  const server = new Server(
    { name: 'remit', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const offered = context.tools.filter(
    (tool) => context.allowWrites || tool.annotations.readOnlyHint,
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: offered.map(({ call: _, ...listed }) => listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    add(() => callTool(context, params.name, params.arguments ?? {})),
  );
  return server;
}

/** Resolves when no further request can come. */
async function ended(input: Readable, server: Server, interrupted: AbortSignal): Promise<void> {
  if (interrupted.aborted) return;
  await Promise.race([
    once(input, 'close'),
    once(interrupted, 'abort'),
    new Promise<void>((done) => {
      server.onclose = done;
    }),
  ]).catch(() => {});
}

interface CallQueue {
  readonly add: (work: () => Promise<ToolResult>) => Promise<ToolResult>;
  /** Resolves when every call is done and answered. */
  readonly idle: () => Promise<void>;
}

/** Runs one call at a time: of two calls that pay the same payable, the second one finds the first in the journal. */
function createCallQueue(): CallQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(work) {
      const result = last.then(work);
      last = result.catch(() => {});
      return result;
    },
    async idle() {
      for (let awaited: unknown; awaited !== last; ) {
        awaited = last;
        await last;
        await turn();
      }
    },
  };
}
