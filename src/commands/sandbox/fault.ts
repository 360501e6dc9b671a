import { command, type Subgroup } from '../../cli/command.ts';
import {
  choice,
  InvalidValueError,
  option,
  optionalArgument,
  repeatableOption,
} from '../../cli/flags/flag.ts';
import { id, wholeNumber, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import type { FaultDraft } from '../../contract/control-records.ts';
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
  summary: 'Inject a fault into API requests',
  about: [
    'The oldest matching fault is applied to a request, once unless --times is set; never to controls.',
    'With --status the request is not applied, except with --drop after.',
    'With --set the request is applied as sent, but the response is changed.',
    'Each fault applied is an event: remit sandbox events --type fault.struck.',
  ].join('\n'),
  flags: {
    ...dataFlag,
    method: option('--method <method>', 'filter by HTTP method', words),
    path: option('--path <path>', 'filter by path; `*` matches a segment, `**` any number', words),
    operation: option('--operation <id>', 'filter by operation, such as pay.initiate', words),
    status: option('--status <status>', 'HTTP status to return', wholeNumber(200, 599)),
    delay: option('--delay <ms>', 'delay in milliseconds', wholeNumber(1, TEN_MINUTES_MS)),
    drop: choice('--drop <when>', 'drop the connection before or after the request is applied', [
      'before',
      'after',
    ]),
    cut: option(
      '--cut <bytes>',
      'drop the connection after this many bytes of the body',
      wholeNumber(0, 999_999_999),
    ),
    set: repeatableOption(
      '--set <member=value>',
      'change a field of the response; a.b=1 nests, JSON is converted',
      assignment,
    ),
    body: option('--body <text>', 'response body to return', words),
    headers: repeatableOption('--answer-header <name: value>', 'response header to add', header),
    times: option(
      '--times <n>',
      'number of requests; 0 for no limit (default 1)',
      wholeNumber(0, 999_999_999),
    ),
    probability: option(
      '--probability <p>',
      'probability per request, above 0 up to 1',
      probability,
    ),
    seed: option('--seed <n>', 'random seed, for repeatable results', wholeNumber(0, MAX_SEED)),
  },
  view: recordOf(faultColumns),
  examples: [
    'remit sandbox fault add --status 503 --times 2',
    'remit sandbox fault add --operation pay.initiate --drop after --json',
    'remit sandbox fault add --operation pay.quickPay --set amount=999',
  ],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call(controls.addFault, { body: faultOf(flags) }),
});

const list = command({
  name: 'list',
  summary: 'List faults and how often each was applied',
  flags: dataFlag,
  view: listOf(faultColumns, 'No faults.'),
  examples: ['remit sandbox fault list', 'remit sandbox fault list --json --query "[].struck"'],

  run: async ({ context, flags }) =>
    (await controlOf(context, flags.data)).call(controls.listFaults, {}),
});

const clear = command({
  name: 'clear',
  summary: 'Remove a fault, or all faults',
  args: { fault: optionalArgument('[fault]', 'fault (default: all)', id) },
  flags: dataFlag,
  view: { kind: 'json' },
  examples: ['remit sandbox fault clear', 'remit sandbox fault clear fault_… --json'],

  async run({ context, args: { fault }, flags }) {
    const { call } = await controlOf(context, flags.data);
    return fault === undefined
      ? call(controls.deleteFaults, {})
      : call(controls.deleteFault, { params: { id: fault } });
  },
});

export const fault: Subgroup = {
  name: 'fault',
  summary: 'Inject errors, delays and dropped connections',
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
}: FaultFlags): FaultDraft {
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
    throw new InvalidValueError(`must be a field and its value such as amount=999, not '${text}'`);
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
