/** An MCP client connected to the program. */

import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type ElicitRequestFormParams,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
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
  readonly tool: (
    name: string,
    given?: Record<string, unknown>,
    options?: RequestOptions,
  ) => Promise<Answered>;
  /** Closes stdin. Resolves to the result of the program. */
  readonly end: () => Promise<TestRun>;
}

/** The person in front of a client: answers the questions that it shows. */
export type Person = (question: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>;

const ajv = new AjvJsonSchemaValidator();
const compiled = new Map<string, JsonSchemaValidator<unknown>>();

/** Compiles each schema once for all clients of a test run: the schemas of 60 tools take a third of a second. */
const jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const text = JSON.stringify(schema);
    const known = compiled.get(text) ?? ajv.getValidator(schema);
    compiled.set(text, known);
    return known as JsonSchemaValidator<T>;
  },
};

/** Starts the program's MCP server and connects a client, which can ask a person if there is one. */
export async function talkTo(
  service: Service,
  line = 'mcp serve --allow-writes',
  { interrupted, person }: { interrupted?: AbortSignal; person?: Person } = {},
): Promise<Talk> {
  const toProgram = new PassThrough();
  const fromProgram = new PassThrough();
  const ran = service.remit(line, {
    stdin: toProgram,
    onPrinted: (chunk) => void fromProgram.write(chunk),
    ...(interrupted && { interrupted }),
  });
  const capabilities = person ? { elicitation: { form: {} } } : {};
  const client = new Client({ name: 'test', version: '1' }, { capabilities, jsonSchemaValidator });
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      person(params as ElicitRequestFormParams),
    );
  }
  await client.connect(transportOver(fromProgram, toProgram));
  // From here on the client checks every result against the output schema of its tool.
  await client.listTools();
  return {
    client,
    tool: async (name, given = {}, options = {}) => {
      const { isError, structuredContent, content } = await client.callTool(
        { name, arguments: given },
        undefined,
        options,
      );
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
