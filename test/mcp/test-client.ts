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
import { toolResultSchemas } from '../../src/mcp/result-schemas.ts';
import { memoize } from '../../src/memoize.ts';
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

/** Compiles the schema of the results of each tool once for all clients of a test run. */
const resultCheckOf = memoize(() => {
  const ajv = new AjvJsonSchemaValidator();
  const { definitions } = toolResultSchemas();
  const compiled = new Map<string, JsonSchemaValidator<unknown>>();
  return (tool: string) => {
    const schema = definitions[tool];
    const check = compiled.get(tool) ?? (schema && ajv.getValidator(schema as JsonSchemaType));
    if (check) compiled.set(tool, check);
    return check;
  };
});

/** Starts the program's MCP server and connects a client, which can ask a person if there is one. */
export async function talkTo(
  service: Service,
  line = 'mcp serve --allow-writes --tools all',
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
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      person(params as ElicitRequestFormParams),
    );
  }
  await client.connect(transportOver(fromProgram, toProgram));
  return {
    client,
    tool: async (name, given = {}, options = {}) => {
      const { isError, structuredContent, content } = await client.callTool(
        { name, arguments: given },
        undefined,
        options,
      );
      const [{ text }] = content as [{ text: string }];
      const check = resultCheckOf()(name)?.(structuredContent);
      if (check?.errorMessage) throw new Error(`${name} returned ${text}: ${check.errorMessage}`);
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
