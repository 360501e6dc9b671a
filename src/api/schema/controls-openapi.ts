/** The controls of the sandbox as an OpenAPI document. */

import type * as z from 'zod/mini';
import { type Control, routeOf } from '../controls/control.ts';
import { controls } from '../controls/controls.ts';
import {
  answered,
  components,
  jsonOf,
  type OpenApiPart,
  parameterOf,
  problemSchema,
  refusals,
  responses,
  sent,
  servers,
} from './openapi.ts';
import { shapeOf } from './schema-introspection.ts';

/** Returns the controls as an OpenAPI 3.1 document. The operation `clock.advance` is `sandbox.clock.advance` of the library. */
export function toControlsOpenApi(version: string) {
  const described: readonly Control[] = Object.values(controls);
  const paths: Record<string, Record<string, OpenApiPart>> = {};
  for (const control of described) {
    const { method, path } = routeOf(control);
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(control) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Controls of the sandbox',
      version,
      description:
        'Requests that only a sandbox answers. Amounts are in dollars, times are ISO 8601.',
    },
    servers,
    security: [{ controls: [] }],
    tags: [...new Set(described.map(groupOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        controls: { type: 'http', scheme: 'bearer', description: 'The control token' },
      },
      schemas: { ...recordsIn(paths), Problem: problemSchema },
      responses: failures,
    },
  };
}

// The control token permits everything.
const { Forbidden: _forbidden, ...failures } = responses;
const { 403: _status, ...refusalsOfControls } = refusals;

const groupOf = ({ id }: Control) => id.slice(0, id.indexOf('.'));

function describe(control: Control): OpenApiPart {
  const { id, summary, about, output } = control;
  const content = { 'application/json': { schema: jsonOf(output(), 'output') } };
  return {
    operationId: id,
    tags: [groupOf(control)],
    summary,
    ...(about !== undefined && { description: about }),
    ...inputOf(control),
    responses: { 200: { description: 'Done', content }, ...refusalsOfControls },
  };
}

/** Returns the parameters and the body of a control. */
function inputOf(control: Control): OpenApiPart {
  const { input } = control;
  if (!input) return {};
  const { method, path } = routeOf(control);
  const isInPath = (name: string) => path.includes(`{${name}}`);
  const fields = Object.entries(shapeOf(input()));
  const where = (name: string) => (isInPath(name) ? 'path' : 'query');
  const parameters = fields
    .filter(([name]) => method === 'GET' || isInPath(name))
    .map(([name, field]) => parameterOf(where(name), name, field));
  const body = bodyOf(input(), isInPath);
  const hasBody = method !== 'GET' && (body !== undefined || fields.length === 0);
  return { ...(parameters.length > 0 && { parameters }), ...(hasBody && { requestBody: body }) };
}

/** Returns the body with all members but those of the path; `undefined` if there are no others. */
function bodyOf(input: z.core.$ZodObject, isInPath: (name: string) => boolean) {
  const { properties = {}, required = [], ...rest } = jsonOf(input, 'input') as ObjectSchema;
  const names = Object.keys(properties).filter((name) => !isInPath(name));
  if (names.length === 0 && Object.keys(properties).length > 0) return undefined;
  const needed = required.filter((name) => !isInPath(name));
  const schema = {
    ...rest,
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    ...(needed.length > 0 && { required: needed }),
  };
  return { required: needed.length > 0, content: { 'application/json': { schema } } };
}

interface ObjectSchema extends OpenApiPart {
  readonly properties?: OpenApiPart;
  readonly required?: readonly string[];
}

/** Returns the shared records that the paths refer to, and those that these refer to. */
function recordsIn(paths: unknown): OpenApiPart {
  const all = { ...components(sent, 'input'), ...components(answered, 'output') };
  const found: Record<string, unknown> = {};
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name in found || !(name in all)) continue;
      found[name] = all[name];
      visit(JSON.stringify(all[name]));
    }
  };
  visit(JSON.stringify(paths));
  return found;
}
