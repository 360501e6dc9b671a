/** An MCP client connected to the program. */

import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { TestRun } from '../helpers/run-command.ts';
import type { Service } from '../helpers/signed-in-sandbox.ts';

/** The result of a tool call. */
export interface Answered {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly record: any;
  readonly text: string;
}

/** The program serving MCP in this process, and a client of the official SDK that is connected to it. */
export interface Talk {
  readonly client: Client;
  readonly tool: (name: string, given?: Record<string, unknown>) => Promise<Answered>;
  /** Closes stdin. Resolves to the result of the program. */
  readonly end: () => Promise<TestRun>;
}

/** Starts the program's MCP server and connects a client. */
export async function talkTo(
  service: Service,
  line = 'mcp serve --allow-writes',
  interrupted?: AbortSignal,
): Promise<Talk> {
  const toProgram = new PassThrough();
  const fromProgram = new PassThrough();
  const ran = service.remit(line, {
    stdin: toProgram,
    onPrinted: (chunk) => void fromProgram.write(chunk),
    ...(interrupted && { interrupted }),
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transportOver(fromProgram, toProgram));
  return {
    client,
    tool: async (name, given = {}) => {
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: given,
      });
      const [{ text }] = content as [{ text: string }];
      return { isError: isError === true, record: structuredContent, text };
    },
    end: async () => {
      toProgram.end();
      return ran;
    },
  };
}

function transportOver(input: PassThrough, output: PassThrough): Transport {
  const buffer = new ReadBuffer();
  const transport: Transport = {
    async start() {
      input.on('data', (chunk: Buffer) => {
        buffer.append(chunk);
        for (let it = buffer.readMessage(); it; it = buffer.readMessage()) {
          transport.onmessage?.(it);
        }
      });
    },
    async send(message) {
      output.write(serializeMessage(message));
    },
    async close() {
      transport.onclose?.();
    },
  };
  return transport;
}
