// Makes declarations of TypeScript from the sources that are published, and from an OpenAPI document: a program that uses
// the package needs the types of no other one. The compiler's own declarations of the operations are types of zod, without
// names, units and reasons.
import { readFileSync } from 'node:fs';
import { isolatedDeclarationSync } from 'rolldown/experimental';

/** Returns the declarations of a file without its imports: here they are in the same file. */
export function published(path) {
  const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'), {});
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return code
    .replace(/^(\t*)\*/gm, '$1 *')
    .replaceAll('\t', '  ')
    .replace(/^\/\*\* .* \*\/\n(?=import )/, '')
    .replace(/^import .*\n/gm, '');
}

/**
 * Returns a function for each operation of a document: its group, its declaration, and the types that only it has. `amend`
 * changes the fields of an input, `linesOf` returns the comment of a call, and `optionsOf` its further parameters.
 */
export function callsOf({ paths, components }, { amend, linesOf, parameters = '' }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const [group, name] = described.operationId.split('.');
      const own = `${capital(group)}${capital(name)}`;
      const input = amend(described.operationId, inputOf(described, components));
      const { text: result, types } = resultOf(described, own);
      const isOptional = input.required.length === 0;
      const isEmpty = Object.keys(input.properties).length === 0;
      const takes = isEmpty ? 'Record<string, never>' : `${own}Input`;
      const lines = linesOf(described, `${method.toUpperCase()} ${path}`);
      return {
        group,
        call: [
          indented(comment(lines)),
          `  readonly ${name}: (input${isOptional ? '?' : ''}: ${takes}${parameters}) => ${result};`,
        ].join('\n'),
        types: [...(isEmpty ? [] : [interfaceOf(takes, input, inputMark(described))]), ...types],
      };
    }),
  );
}

/** Returns the interface with all groups, and the interface of each. */
export function groupsOf(calls, { name, text, kind }) {
  const groups = [...new Set(calls.map(({ group }) => group))];
  return [
    comment([text]),
    `export interface ${name} {`,
    ...groups.map((group) => `  readonly ${group}: ${capital(group)}Calls;`),
    '}\n',
    ...groups.map((group) =>
      [
        `/** The ${kind} ${group}. */`,
        `export interface ${capital(group)}Calls {`,
        ...calls.filter((it) => it.group === group).map(({ call }) => call),
        '}\n',
      ].join('\n'),
    ),
    ...calls.flatMap(({ types }) => types),
  ];
}

const inputMark = ({ operationId }) => `The input of \`${operationId}\`.`;

/** Returns the fields of a request side by side, as one object. */
function inputOf({ parameters: described = [], requestBody }, components) {
  // The client adds the header itself, which is the only parameter that is shared.
  const parameters = described.filter(({ $ref }) => $ref === undefined);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = body.$ref ? components.schemas[body.$ref.split('/').at(-1)] : body;
  const all = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...properties,
  };
  const needed = [...parameters.filter((it) => it.required).map(({ name }) => name), ...required];
  return { properties: all, required: needed, additionalProperties };
}

/** Returns the type that a call returns, and the declaration of a record that only it has. */
function resultOf({ operationId, responses }, own) {
  const { content } = responses[200] ?? responses[201];
  const [[contentType, { schema }]] = Object.entries(content);
  if (contentType !== 'application/json') return promised('ReadableStream<Uint8Array>');
  const row = operationId === 'payable.list' && schema.properties.data.items;
  if (row) return { text: `List<${typeOf(row)}>`, types: [] };
  const item = schema.items ?? schema;
  const name = `${own}Result`;
  if (item.properties === undefined) return promised(typeOf(schema));
  const mark = `The result of \`${operationId}\`.`;
  return {
    ...promised(schema.items ? `${name}[]` : name),
    types: [interfaceOf(name, item, mark)],
  };
}

const promised = (type) => ({ text: `Promise<${type}>`, types: [] });

export function interfaceOf(name, schema, mark = `A record of the service: ${name}.`) {
  const { 'x-assumed': because } = schema;
  const lines = [mark, ...(because === undefined ? [] : [`Assumed: ${because}.`])];
  return `${comment(lines)}\nexport interface ${name} ${objectOf(schema)}\n`;
}

/** Returns the members of an object between braces. */
function objectOf({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    const type = `${typeOf(schema)}${optional ? ' | undefined' : ''}`;
    return [...memberComment(schema), `${name}${optional}: ${type};`].join('\n');
  });
  const open = additionalProperties !== undefined && additionalProperties !== false;
  const others = open
    ? ['/** Fields that the contract does not know. */\n[field: string]: unknown;']
    : [];
  return `{\n${indented([...members, ...others].join('\n'))}\n}`;
}

/** Says the unit of an amount, and why a name is an assumption. */
function memberComment(schema) {
  const { description, 'x-assumed': because } = schema;
  const lines = [
    ...(description === undefined ? [] : [description]),
    ...(isMoney(schema) ? ['In cents.'] : []),
    ...(because === undefined ? [] : [`Assumed: ${because}.`]),
  ];
  return lines.length === 0 ? [] : [comment([lines.join(' ')])];
}

const isMoney = ({ anyOf = [], ...schema }) => 'x-money' in schema || anyOf.some(isMoney);

/** Returns a schema as a type. */
function typeOf(schema) {
  if (schema['x-type']) return schema['x-type'];
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.anyOf) return unionOf(schema.anyOf.flatMap(optionsOf));
  if (schema.enum) return schema.enum.map((word) => `'${word}'`).join(' | ');
  if (Array.isArray(schema.type)) {
    return unionOf(schema.type.map((type) => ({ ...schema, type })));
  }
  switch (schema.type) {
    case 'array': {
      const item = typeOf(schema.items);
      return /[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectOf(schema);
    case 'integer':
      return 'number';
    default:
      return schema.type ?? 'unknown';
  }
}

const optionsOf = (schema) =>
  schema.anyOf && !schema.$ref ? schema.anyOf.flatMap(optionsOf) : [schema];

/** Returns a union. Known words beside any text stay visible to editors. */
function unionOf(options) {
  const hasWords = options.some((it) => it.enum);
  const types = options.map(typeOf);
  if (types.includes('unknown')) return 'unknown';
  return [...new Set(types)]
    .map((type) => (type === 'string' && hasWords ? '(string & {})' : type))
    .join(' | ');
}

export function comment(lines) {
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');
}

const indented = (block) => block.replace(/^(?=.)/gm, '  ');
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
