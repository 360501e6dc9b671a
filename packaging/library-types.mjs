// Writes the type declarations of the package: those that are published of the library and of its sandbox, the operations
// as `openapi.json` describes them, and the controls as `remit api openapi --controls` does.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { callsOf, comment, groupsOf, interfaceOf, published } from './type-declarations.mjs';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const controls = JSON.parse(
  execFileSync(process.execPath, ['bin/remit.js', 'api', 'openapi', '--controls'], {
    encoding: 'utf8',
  }),
);

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

const typed = (type, description) => ({ 'x-type': type, description });

/** Changes the fields of a request to those of its call. */
function amend(id, { properties, required }) {
  const own = { ...properties };
  const needs = required.filter((name) => name !== 'businessId');
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

const calls = callsOf(document, { amend, linesOf, parameters: ', options?: CallSettings' });
const { Problem: _, ...records } = document.components.schemas;

writeTypes('library', () => [
  comment(['Creates a client. Nothing is read, opened or connected before the first call.']),
  'export declare function createClient(options?: ClientOptions): RemitClient;\n',
  published('src/library/client-options.ts'),
  published('src/library/remit-error.ts'),
  ...groupsOf(calls, {
    ...{ name: 'OperationCalls', kind: 'operations of the resource' },
    text: 'All operations by resource: `client.payable.list` is the operation `payable.list`.',
  }),
  ...Object.entries(records).map(([name, schema]) => interfaceOf(name, schema)),
  '/** A file to upload. */',
  'export interface FilePart {\n  readonly filename: string;\n  readonly bytes: Uint8Array;\n}\n',
]);

const controlCalls = callsOf(controls, {
  amend: (_, input) => input,
  linesOf: ({ summary, description }, request) => [
    `${summary}.`,
    ...(description === undefined ? [] : description.split('\n')),
    `\`${request}\``,
    '@throws {ApiError} If the sandbox refuses.',
  ],
});
const shared = Object.keys(controls.components.schemas).filter((name) => name !== 'Problem');

writeTypes('sandbox', (extension) => [
  `import type { ${shared.join(', ')} } from './library.${extension}';\n`,
  comment([
    'Creates a sandbox, in memory or in a directory. It listens on no port and reaches no network.',
  ]),
  'export declare function createSandbox(options?: SandboxOptions): Promise<Sandbox>;\n',
  published('src/sandbox/library/sandbox-options.ts'),
  published('src/api/http/api-error.ts'),
  'export type Advance = ClockAdvanceInput;',
  'export type FaultInput = FaultsAddInput;',
  'export type SandboxEvent = EventsGetResult;',
  'export type CausedEvents = EventsTriggerResult;\n',
  ...groupsOf(controlCalls, {
    ...{ name: 'ControlCalls', kind: 'controls of the group' },
    text: 'All controls by group: `sandbox.faults.add` is the control `faults.add`.',
  }),
]);

/** Writes the declarations of an entry of the package: for ES modules and for CommonJS. */
function writeTypes(entry, declarationsFor) {
  for (const [file, extension] of [
    [`dist/${entry}.d.mts`, 'mjs'],
    [`dist/${entry}.d.cts`, 'cjs'],
  ]) {
    const head = [
      '// Written by the build. Amounts are integers in cents, dates are YYYY-MM-DD.',
      '/// <reference lib="esnext.disposable" />\n',
    ];
    writeFileSync(file, [...head, ...declarationsFor(extension)].join('\n'));
  }
}
