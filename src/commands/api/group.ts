import { specOperations } from '../../api/operations/operations.ts';
import { toOpenApi } from '../../api/schema/openapi.ts';
import { command } from '../../cli/command.ts';
import { choice, toggle } from '../../cli/flags/flag.ts';
import { jsonText } from '../../render/json.ts';
import { columns, listOf, text } from '../../render/view.ts';
import { VERSION } from '../../version.ts';
import { call } from './call.ts';

export const list = command({
  name: 'list',
  summary: 'List every API operation',
  view: listOf(
    columns('id #1', 'method #4', 'path #5', 'effect #3', 'summary:prose #2'),
    'No operations.',
  ),
  examples: {
    'List all operations': 'remit api list',
    'Export them as CSV': 'remit api list --csv',
  },

  run: () =>
    specOperations.map(({ id, method, path, effect, summary }) => ({
      id,
      method,
      path,
      effect,
      summary,
    })),
});

const openapi = command({
  name: 'openapi',
  summary: 'Print the API description as OpenAPI',
  about: [
    'Names and schemas that the specification leaves out are marked x-assumed, with the reason.',
    'With --controls it describes the controls of the sandbox, for clients in other languages.',
  ].join('\n'),
  args: { version: choice('[version]', 'version of OpenAPI (default 3.1)', ['3.1', '3.0']) },
  flags: { controls: toggle('--controls', 'describe the controls of the sandbox instead') },
  view: text,
  examples: {
    'Write the description as OpenAPI 3.1': 'remit api openapi > openapi.json',
    'Write it as OpenAPI 3.0': 'remit api openapi 3.0 --out openapi.json',
    'Describe the controls of the sandbox': 'remit api openapi --controls --out controls.json',
  },

  async run({ args: { version }, flags }) {
    const document = flags.controls
      ? (await import('../../api/schema/controls-openapi.ts')).toControlsOpenApi(VERSION)
      : toOpenApi(VERSION);
    if (version !== '3.0') return jsonText(document);
    const { toOpenApi30 } = await import('../../api/schema/openapi-3-0.ts');
    return jsonText(toOpenApi30(document));
  },
});

export const commands = [list, openapi];
export const defaultCommand = call;
