import { command, type Subgroup } from '../../cli/command.ts';
import {
  choice,
  InvalidValueError,
  option,
  optionalArgument,
  repeatableOption,
} from '../../cli/flags/flag.ts';
import { id, wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const faultColumns = columns(
  'id',
  'match:json',
  'status:number',
  'delayMs:number',
  'drop',
  'cut:number',
  'set:json',
  'probability:number',
  'timesLeft:number',
  'struck:number',
);

const TEN_MINUTES_MS = 600_000;
const MAX_SEED = 999_999_999;

const add = command({
  name: 'add',
  summary: 'Let requests of the service go wrong on their way',
  about: [
    'The oldest fault that fits a request strikes it, once unless --times says otherwise; controls are never struck.',
    'With --status the service does not hear of the request, except with --drop after, which means that it was done.',
    'With --set the request is done as it was sent, and the answer says something else.',
    'Each strike is an event: remit sandbox events --type fault.struck.',
  ].join('\n'),
  flags: {
    ...dataFlag,
    method: option('--method <method>', 'only requests of this method', words),
    path: option(
      '--path <path>',
      'only below this path; `*` stands for a segment, `**` for any',
      words,
    ),
    operation: option('--operation <id>', 'only this operation, such as pay.initiate', words),
    status: option(
      '--status <status>',
      'answer this in place of the service',
      wholeNumber(200, 599),
    ),
    delay: option('--delay <ms>', 'wait first, in milliseconds', wholeNumber(1, TEN_MINUTES_MS)),
    drop: choice('--drop <when>', 'break the connection before or after it is done', [
      'before',
      'after',
    ]),
    cut: option(
      '--cut <bytes>',
      'break the connection after so much of the body',
      wholeNumber(0, 999_999_999),
    ),
    set: repeatableOption(
      '--set <member=value>',
      'answer this value in place of its own; dots nest, JSON is typed',
      assignment,
    ),
    body: option('--body <text>', 'answer this body', words),
    headers: repeatableOption(
      '--answer-header <name: value>',
      'answer with this header too',
      header,
    ),
    times: option(
      '--times <n>',
      'how often; 0 for ever, once when left out',
      wholeNumber(0, 999_999_999),
    ),
    probability: option('--probability <p>', 'how likely each time, above 0 up to 1', probability),
    seed: option(
      '--seed <n>',
      'makes chance fall the same way each time',
      wholeNumber(0, MAX_SEED),
    ),
  },
  view: recordOf(faultColumns),
  examples: [
    'remit sandbox fault add --status 503 --times 2',
    'remit sandbox fault add --operation pay.initiate --drop after --json',
    'remit sandbox fault add --operation pay.quickPay --set amount=999',
  ],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call('POST', '/sandbox/faults', faultOf(flags)),
});

const list = command({
  name: 'list',
  summary: 'List the faults that were ordered, and how often each struck',
  flags: dataFlag,
  view: listOf(faultColumns, 'No faults.'),
  examples: ['remit sandbox fault list', 'remit sandbox fault list --json --query "[].struck"'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call('GET', '/sandbox/faults'),
});

const clear = command({
  name: 'clear',
  summary: 'Take a fault back, or all of them',
  args: { fault: optionalArgument('[fault]', 'fault; all of them when left out', id) },
  flags: dataFlag,
  view: { kind: 'json' },
  examples: ['remit sandbox fault clear', 'remit sandbox fault clear fault_… --json'],

  run: async ({ context, args: { fault }, flags }) =>
    (await controlOf(context, flags.data)).call(
      'DELETE',
      fault === undefined ? '/sandbox/faults' : `/sandbox/faults/${encodeURIComponent(fault)}`,
    ),
});

export const fault: Subgroup = {
  name: 'fault',
  summary: 'Errors, delays and broken connections between the sandbox and who asks it',
  commands: [add, list, clear],
  defaultCommand: list,
};

interface FaultFlags {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly operation: string | undefined;
  readonly status: number | undefined;
  readonly delay: number | undefined;
  readonly drop: 'before' | 'after' | undefined;
  readonly cut: number | undefined;
  readonly set: readonly (readonly [string, unknown])[];
  readonly body: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly times: number | undefined;
  readonly probability: number | undefined;
  readonly seed: number | undefined;
}

/**
 * Returns the fault in the form of the control API. A status after the work is done is expressed with the field of a
 * dropped connection.
 */
function faultOf({
  method,
  path,
  operation,
  delay,
  headers,
  set,
  times,
  status,
  drop,
  ...rest
}: FaultFlags) {
  const { cut, body, probability: chance, seed } = rest;
  return {
    match: { method, path, operation },
    ...(status === undefined ? { drop } : { status, applied: drop === 'after' }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(set.length > 0 && { set: Object.fromEntries(set) }),
    ...{ delayMs: delay, cut, body, seed, probability: chance },
    ...(times !== undefined && { times: times === 0 ? null : times }),
  };
}

function header(text: string): readonly [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new InvalidValueError(`must be a header such as "Retry-After: 5", not '${text}'`);
}

function assignment(text: string): readonly [string, unknown] {
  const [, member, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (member === undefined || value === undefined) {
    throw new InvalidValueError(`must be a member and its value such as amount=999, not '${text}'`);
  }
  try {
    return [member, JSON.parse(value)];
  } catch {
    return [member, value];
  }
}

function probability(text: string): number {
  const number = /^[01]?(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (number > 0 && number <= 1) return number;
  throw new InvalidValueError(`must be a number above 0 up to 1, not '${text}'`);
}
