/** A proxy that injects faults into payment requests. */

import type { IncomingMessage } from 'node:http';
import { type Forwarded, startProxy, withJson } from '../helpers/proxy.ts';
import { pointProfile, type Service } from '../helpers/signed-in-sandbox.ts';
import { reply } from '../helpers/stub-server.ts';

/**
 * The treatment of a payment request: forwarded, lost, its response lost, one payment missing from its response, other
 * payments in its response, or answered with a status and the errors of rows.
 */
export type Fate =
  | 'pass'
  | 'lose-request'
  | 'lose-answer'
  | 'lose-payment'
  | { readonly payments: unknown }
  | { readonly status: number; readonly errors?: readonly object[] };

/** A running proxy. */
export interface Between {
  readonly baseUrl: string;
  /** The bodies of the payment requests received, in order. */
  readonly paying: readonly unknown[];
  /** The treatment of the next requests; later ones are forwarded. */
  next: Fate[];
  /** Called before each payment request is handled, which waits until it resolves. */
  onPaying: (number: number) => void | Promise<void>;
  /** Waits for requests whose program is gone, while the service is still there. */
  readonly close: () => Promise<void>;
}

/** Starts a proxy between the program and the service. */
export async function standBetween(target: string): Promise<Between> {
  const paying: unknown[] = [];
  const server = await startProxy(
    target,
    async ({ request, response, body, forward, passOn, cut }) => {
      const fate = isPaying(request) ? await fateOf(body) : 'pass';
      if (fate === 'lose-request') return cut();
      if (typeof fate === 'object' && 'status' in fate) {
        return reply(response, fate.status, { code: 'told_to', errors: fate.errors });
      }
      const answer = await forward();
      if (fate === 'lose-answer') return cut();
      await passOn(withFate(answer, fate));
    },
  );
  async function fateOf(body: Buffer): Promise<Fate> {
    paying.push(JSON.parse(body.toString()));
    await between.onPaying(paying.length);
    return between.next.shift() ?? 'pass';
  }
  const between: Between = { ...server, paying, next: [], onPaying: () => {} };
  return between;
}

/** Starts a proxy through which the profile of the service goes. */
export async function redirectProfile(service: Service): Promise<Between> {
  const between = await standBetween(service.baseUrl);
  await pointProfile(service, between.baseUrl);
  return between;
}

const isPaying = ({ method, url }: IncomingMessage) =>
  method === 'POST' && /\/(bulk-initiate|quick-pay|withdraw-balance)$/.test(url ?? '');

function withFate(answer: Forwarded, fate: Fate): Forwarded {
  if (fate === 'lose-payment') return withJson(answer, withoutLast);
  if (typeof fate !== 'object' || !('payments' in fate)) return answer;
  return withJson(answer, (it: object) => ({ ...it, payments: fate.payments }));
}

const withoutLast = ({ payments, ...rest }: { payments: unknown[] }) => ({
  ...rest,
  payments: payments.slice(0, -1),
});
