/** The controls as functions, by group: `clock.advance` is `calls.clock.advance(input)`. */

import type { Control, ControlInput, ControlOutput } from './control.ts';
import { type ControlName, controls } from './controls.ts';

type Table = typeof controls;
type ById = { readonly [Name in ControlName as Table[Name]['id']]: Table[Name] };
type GroupOf<Id> = Id extends `${infer Group}.${string}` ? Group : never;
type NameIn<Id, Group extends string> = Id extends `${Group}.${infer Name}` ? Name : never;

/** All controls: a function for each record of the table. */
export type ControlCalls = {
  readonly [Group in GroupOf<keyof ById>]: {
    readonly [Name in NameIn<keyof ById, Group>]: ControlCall<
      ById[`${Group}.${Name}` & keyof ById]
    >;
  };
};

type ControlCall<Op extends Control> =
  // biome-ignore lint/complexity/noBannedTypes: tells an input without required members
  {} extends ControlInput<Op>
    ? (input?: ControlInput<Op>) => Promise<ControlOutput<Op>>
    : (input: ControlInput<Op>) => Promise<ControlOutput<Op>>;

/** Returns the controls as functions that pass name and input to `call`. */
export function controlCallsOf(
  call: (name: ControlName, input: unknown) => Promise<unknown>,
): ControlCalls {
  const calls: Record<string, Record<string, unknown>> = {};
  for (const [name, { id }] of Object.entries(controls)) {
    const [group = '', verb = ''] = id.split('.');
    calls[group] = {
      ...calls[group],
      [verb]: (input: unknown = {}) => call(name as ControlName, input),
    };
  }
  return calls as unknown as ControlCalls;
}
