/** The faults under which a program is run: each breaks its first request that writes. */

import { setTimeout as pause } from 'node:timers/promises';
import {
  drop,
  type Exchange,
  type WireFault,
  wireFaults,
} from '../../../sandbox/wire/wire-faults.ts';
import type { ScenarioName } from './scenario-names.ts';

/** The effects of a fault on the program itself. */
export interface ProgramControl {
  readonly kill: () => Promise<void>;
  /** Stops the program until another try of it has ended. */
  readonly pauseDuringNextTry: () => Promise<void>;
  /** The time that a slow response takes, in ms. */
  readonly slowMs: number;
}

type Scenario = (exchange: Exchange, program: ProgramControl) => Promise<Response>;

const ofWire =
  (fault: WireFault): Scenario =>
  (exchange) =>
    fault(exchange);

const refusal = (status: number, code: string, message: string): Scenario => {
  const body = JSON.stringify({ status, code, title: message, detail: message });
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
  return async () => new Response(body, { status, headers });
};

export const scenarios: Readonly<Record<ScenarioName, Scenario | undefined>> = {
  none: undefined,
  'lost-before': ofWire(wireFaults['reset-before']),
  'lost-after': ofWire(wireFaults['reset-after']),
  '500-not-applied': async () => new Response('Internal Server Error', { status: 500 }),
  '500-applied': async ({ forward }) => {
    await forward();
    return new Response('Internal Server Error', { status: 500 });
  },
  truncated: ofWire(wireFaults.cut),
  slow: async ({ forward }, { slowMs }) => {
    const answer = await forward();
    await pause(slowMs);
    return answer;
  },
  '429': refusal(429, 'rate_limited', 'Too many requests.'),
  '409': refusal(409, 'conflict', 'The request conflicts with another one; it was not applied.'),
  'token-expired': refusal(401, 'token_expired', 'The token expired.'),
  'killed-before': async ({ connection }, { kill }) => {
    await kill();
    return drop(connection);
  },
  'killed-after': async ({ forward, connection }, { kill }) => {
    await forward();
    await kill();
    return drop(connection);
  },
  paused: async ({ forward }, { pauseDuringNextTry }) => {
    await pauseDuringNextTry();
    return forward();
  },
};
