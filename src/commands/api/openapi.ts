import { command } from '../../cli/command.ts';
import { toOpenApi } from '../../contract/schema/openapi.ts';
import { jsonText } from '../../render/json.ts';
import { text } from '../../render/view.ts';
import { VERSION } from '../../version.ts';

export const openapi = command({
  name: 'openapi',
  summary: 'Print the API description as OpenAPI 3.1',
  about:
    'Names and schemas that the specification leaves out are marked x-assumed, with the reason.',
  view: text,
  examples: ['remit api openapi > openapi.json', 'remit api openapi --out openapi.json'],

  run: () => jsonText(toOpenApi(VERSION)),
});
