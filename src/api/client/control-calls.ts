/** Calls of the controls of a sandbox. */

import {
  type Control,
  type ControlInput,
  type ControlOutput,
  routeOf,
} from '../controls/control.ts';
import type { Client } from './client.ts';
import { parseJsonBody } from './response/read-response-body.ts';
import { errorFromResponse } from './response/response-error.ts';

export type ControlCall = <Op extends Control>(
  control: Op,
  input: ControlInput<Op>,
) => Promise<ControlOutput<Op>>;

/**
 * Returns the function that calls controls through a client that has the control token. It throws as `Client` does, and
 * `ApiError` if the sandbox refuses.
 */
export function createControlCall({ raw }: Pick<Client, 'raw'>): ControlCall {
  const call = async (control: Control, input: Readonly<Record<string, unknown>>) => {
    const answer = await raw({ effect: 'set', ...requestOf(control, input) });
    const failure = errorFromResponse(answer);
    if (failure) throw failure;
    return parseJsonBody(answer.text, answer);
  };
  // The sandbox is this program: it implements the same table.
  return call as ControlCall;
}

/** Returns the request of a control: members of the path there, the others as its query or its body. */
function requestOf(control: Control, input: Readonly<Record<string, unknown>>) {
  const { method, path } = routeOf(control);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const others = Object.entries(input).filter(
    ([name, value]) => !names.includes(name) && value !== undefined,
  );
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? '')),
  );
  if (others.length === 0) return { method, path: filled };
  if (method !== 'GET')
    return { method, path: filled, body: JSON.stringify(Object.fromEntries(others)) };
  const query = new URLSearchParams(
    others.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { method, path: `${filled}?${query}` };
}
