/** Controls of injected faults. */

import { z } from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { Id } from '../schema/field-types.ts';
import { type ControlInput, defineControls, withFlag } from './control.ts';

const TEN_MINUTES_MS = 600_000;

/** An optional whole number from `min`. */
const count = (min: number, max = 999_999_999) =>
  z.optional(z.int().check(z.minimum(min), z.maximum(max)));

const text = z.optional(z.string());

const ABOVE_0_TO_1 = 'must be a number above 0 up to 1';
const Probability = z
  .number(ABOVE_0_TO_1)
  .check(z.positive(ABOVE_0_TO_1), z.maximum(1, ABOVE_0_TO_1));

/** A fault to inject: the requests it matches, its effect on their responses, and its limits. */
export type FaultSpec = z.output<ReturnType<typeof faultSchema>>;
export const faultSchema = memoize(() =>
  z.object({
    /** The requests of the service that it applies to: all of them if it is empty. */
    match: z._default(
      z.object({
        method: withFlag(text, '--method <method>', 'filter by HTTP method'),
        path: withFlag(
          z.optional(z.string().check(z.startsWith('/api', 'must begin with /api'))),
          '--path <path>',
          'filter by path; `*` matches a segment, `**` any number',
        ),
        operation: withFlag(text, '--operation <id>', 'filter by operation, such as pay.initiate'),
      }),
      {},
    ),
    /** Sent without running the handler. */
    status: withFlag(count(200, 599), '--http-status <status>', 'HTTP status to return'),
    /** Runs the handler and keeps its effects, but sends `status` instead of its response. */
    applied: withFlag(
      z._default(z.boolean(), false),
      '--applied',
      'with --http-status: the request is applied all the same',
    ),
    delayMs: withFlag(count(1, TEN_MINUTES_MS), '--delay <ms>', 'delay in milliseconds'),
    drop: withFlag(
      z.optional(z.enum(['before', 'after'])),
      '--drop <when>',
      'drop the connection before or after the request is applied',
    ),
    cut: withFlag(
      count(0),
      '--cut <bytes>',
      'drop the connection after this many bytes of the body',
    ),
    headers: withFlag(
      z.optional(z.record(z.string(), z.string())),
      '--answer-header <name: value>',
      'response header to add',
    ),
    /** By path, such as `payments.0.amount`. */
    set: withFlag(
      z.optional(z.record(z.string(), z.unknown())),
      '--set <member=value>',
      'change a field of the response; a.b=1 nests, JSON is converted',
    ),
    /** Text as it is, anything else as JSON. */
    body: withFlag(z.optional(z.unknown()), '--body <text>', 'response body to return'),
    times: withFlag(
      z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(999_999_999))), 1),
      '--times <n>',
      'number of requests, or none for no limit (default 1)',
    ),
    probability: withFlag(
      z.optional(Probability),
      '--probability <p>',
      'probability per request, above 0 up to 1',
    ),
    seed: withFlag(count(0), '--random-seed <n>', 'random seed, for repeatable results'),
  }),
);

/** A fault that is active. An effect that it does not have is null. */
const activeFaultSchema = memoize(() =>
  z.looseObject({
    id: z.string(),
    timesLeft: z.nullable(z.number()),
    timesApplied: z.number(),
    createdAt: z.string(),
  }),
);

const faultColumns =
  'id,match:json,status:number,delayMs:number,drop,cut:number,set:json,probability:number,timesLeft:number,timesApplied:number';
const columns = faultColumns.split(',');

const deleteFaults = {
  id: 'faults.removeAll',
  route: 'DELETE /sandbox/faults',
  summary: 'Remove all faults',
  output: () => z.object({ deleted: z.number() }),
} as const;

export const faultControls = defineControls({
  listFaults: {
    id: 'faults.list',
    route: 'GET /sandbox/faults',
    output: () => z.array(activeFaultSchema()),
    command: 'fault',
    summary: 'List faults and how often each was applied',
    columns,
    empty: 'No faults.',
    examples: {
      'List all faults': '',
      'Print only the counts': '--json --query "[].timesApplied"',
    },
  },
  addFault: {
    id: 'faults.add',
    route: 'POST /sandbox/faults',
    input: faultSchema,
    output: activeFaultSchema,
    command: 'fault add',
    summary: 'Inject a fault into API requests',
    about: [
      'The oldest matching fault is applied to a request, once unless --times is set; never to controls.',
      'With --http-status the request is not applied, except with --applied.',
      'With --set the request is applied as sent, but the response is changed.',
      'Each fault applied is an event: remit sandbox events --event fault.applied.',
    ].join('\n'),
    columns,
    examples: {
      'Fail the next two requests': '--http-status 503 --times 2',
      'Lose the response of a payment that is made': '--operation pay.initiate --drop after --json',
      'Change the amount in the response of a payment': '--operation pay.quickPay --set amount=999',
    },
  },
  /** Replaces what a fault matches and does; the count of its requests stays. Only the inspector calls it. */
  replaceFault: {
    id: 'faults.replace',
    summary: 'Replace what a fault matches and does; its count stays',
    route: 'PUT /sandbox/faults/{id}',
    input: () => z.extend(faultSchema(), { id: Id }),
    output: activeFaultSchema,
  },
  deleteFaults,
  deleteFault: {
    id: 'faults.remove',
    route: 'DELETE /sandbox/faults/{id}',
    input: () => z.object({ id: withFlag(Id, '[fault]', 'fault (default: all)') }),
    output: activeFaultSchema,
    command: 'fault remove',
    summary: 'Remove a fault, or all faults',
    otherwise: deleteFaults,
    examples: {
      'Remove all faults': '',
      'Remove one fault': 'fault_… --json',
    },
  },
});

/** The input of `faults.add`. */
export type FaultInput = ControlInput<typeof faultControls.addFault>;
