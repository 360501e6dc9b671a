// Writes the type declarations of the package: those of src/library that are published, and the operations as
// `openapi.json` describes them. So a program that uses the package needs the types of no other one. The compiler's own
// declarations of the operations are types of zod, without names, units and reasons.
import { readFileSync, writeFileSync } from 'node:fs';
import { isolatedDeclarationSync } from 'rolldown/experimental';

const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8'));

/** Returns the declarations of a file without its imports: here they are in the same file. */
function published(path) {
  const { code, errors } = isolatedDeclarationSync(path, readFileSync(path, 'utf8'), {});
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return code
    .replace(/^(\t*)\*/gm, '$1 *')
    .replaceAll('\t', '  ')
    .replace(/^\/\*\* .* \*\/\n(?=import )/, '')
    .replace(/^import .*\n/gm, '');
}

/** Returns the call of an operation, and the types that it has for itself. */
function operationOf(described, request) {
  const [resource, name] = described.operationId.split('.');
  const own = `${capital(resource)}${capital(name)}`;
  const input = inputOf(described);
  const { text: result, types } = resultOf(described, own);
  const isOptional = input.required.length === 0;
  const takes = Object.keys(input.properties).length > 0 ? `${own}Input` : 'Record<string, never>';
  return {
    resource,
    call: [
      indented(comment(linesOf(described, request))),
      `  readonly ${name}: (input${isOptional ? '?' : ''}: ${takes}, options?: CallSettings) => ${result};`,
    ].join('\n'),
    types: [
      ...(takes === `${own}Input` ? [interfaceOf(takes, input, inputMark(described))] : []),
      ...types,
    ],
  };
}

function linesOf({ summary, 'x-effect': effect, 'x-irreversible': irreversible }, request) {
  const unknown = 'If the response is lost; do not call it again before `remit journal reconcile`.';
  const isJournaled = effect === 'create' || effect === 'money';
  return [
    `${summary}.${irreversible ? ' It cannot be undone.' : ''}`,
    `\`${request}\``,
    '@throws {InputError} If a field is missing, unknown or invalid; nothing is sent.',
    '@throws {RejectedError} If the service does not permit it, or a record does not exist.',
    ...(effect === 'read'
      ? []
      : ['@throws {BlockedError} If a policy forbids it, or it is a duplicate.']),
    ...(isJournaled ? [`@throws {OutcomeUnknownError} ${unknown}`] : []),
  ];
}

const inputMark = ({ operationId }) => `The input of \`${operationId}\`.`;

/** Returns the fields of a request side by side, as one object. */
function inputOf({ operationId, parameters: described = [], requestBody }) {
  // The client adds the header itself, which is the only parameter that is shared.
  const parameters = described.filter(({ $ref }) => $ref === undefined);
  const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const { properties = {}, required = [] } = resolved(body);
  const all = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...properties,
  };
  const needed = [...parameters.filter((it) => it.required).map(({ name }) => name), ...required];
  return amend(operationId, {
    properties: all,
    required: needed.filter((name) => name !== 'businessId'),
  });
}

const typed = (type, description) => ({ 'x-type': type, description });

/** Changes the fields of a request to those of its call. */
function amend(id, { properties, required }) {
  const own = { ...properties };
  const needs = [...required];
  if ('businessId' in own || ['pay.initiate', 'pay.bulkInitiate'].includes(id)) {
    own.businessId = typed('string', 'The business to act for; by default that of the client.');
  }
  if (['pay.initiate', 'pay.quickPay', 'business.withdraw', 'payable.approve'].includes(id)) {
    const type = id === 'business.withdraw' ? 'WithdrawalConfirmation' : 'PaymentConfirmation';
    own.confirm = typed(type, 'What is expected of it: if it differs, nothing is sent.');
    needs.push('confirm');
  }
  if (id === 'pay.bulkInitiate') {
    own.payments = typed(
      'readonly (PaymentOrder & { confirm: PaymentConfirmation })[]',
      'The payments, each with what is expected of it: if one differs, nothing is sent.',
    );
  }
  if (id === 'payable.list') {
    delete own.offset;
    own.limit = typed('number', 'The maximum number of rows.');
    own.skip = typed('number', 'The number of rows to skip.');
    own.pageSize = typed('number', 'The number of rows of a request.');
  }
  if (id === 'business.setLogo') own.file = typed('FilePart', 'The image.');
  return { properties: own, required: needs };
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

function interfaceOf(name, schema, mark = `A record of the service: ${name}.`) {
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

const resolved = (schema) =>
  schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema;

function comment(lines) {
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');
}

const indented = (block) => block.replace(/^(?=.)/gm, '  ');
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, it]) => operationOf(it, `${method.toUpperCase()} ${path}`)),
);
const resources = [...new Set(operations.map(({ resource }) => resource))];
const { Problem: _, ...records } = components.schemas;

writeFileSync(
  'dist/library.d.mts',
  [
    '// Written by the build. Amounts are integers in cents, dates are YYYY-MM-DD.',
    '/// <reference lib="esnext.disposable" />\n',
    comment(['Creates a client. Nothing is read, opened or connected before the first call.']),
    'export declare function createClient(options?: ClientOptions): RemitClient;\n',
    published('src/library/client-options.ts'),
    published('src/library/remit-error.ts'),
    comment(['All operations by resource: `client.payable.list` is the operation `payable.list`.']),
    `export interface OperationCalls {`,
    ...resources.map((name) => `  readonly ${name}: ${capital(name)}Calls;`),
    '}\n',
    ...resources.map((name) =>
      [
        `/** The operations of the resource ${name}. */`,
        `export interface ${capital(name)}Calls {`,
        ...operations.filter(({ resource }) => resource === name).map(({ call }) => call),
        '}\n',
      ].join('\n'),
    ),
    ...operations.flatMap(({ types }) => types),
    ...Object.entries(records).map(([name, schema]) => interfaceOf(name, schema)),
    '/** A file to upload. */',
    'export interface FilePart {\n  readonly filename: string;\n  readonly bytes: Uint8Array;\n}\n',
  ].join('\n'),
);
