/** The handlers of controls: their types, and what they run in. */

import type { z } from 'zod/mini';
import type { ParsedControlInput } from '../../api/controls/control.ts';
import type { ControlName, controls } from '../../api/controls/controls.ts';
import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';

/** The controls that run their own transactions, because they run jobs, move the clock or replace the data. */
export const engineControls = [
  'readClock',
  'setClock',
  'advanceClock',
  'importState',
  'reset',
] as const satisfies readonly ControlName[];

type EngineControlName = (typeof engineControls)[number];

/**
 * Handlers of these controls: each takes the parsed input and returns the JSON of the response. All but
 * `engineControls` run in one transaction.
 *
 * @throws {ApiError} to refuse the request
 */
export type ControlHandlers<Name extends ControlName> = {
  readonly [Each in Name]: (
    input: ParsedControlInput<(typeof controls)[Each]>,
    scope: Each extends EngineControlName ? Engine : HandlerContext,
  ) => Promise<z.input<ReturnType<(typeof controls)[Each]['output']>>>;
};
