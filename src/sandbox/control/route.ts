/** Handlers of controls, the requests under `/sandbox`. */

import type {
  ControlOperation,
  ControlOutput,
  ParamOf,
  QueryNameOf,
  QueryOf,
} from '../../contract/control.ts';
import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';

/** A control and its handler. */
export interface ControlRoute {
  readonly operation: ControlOperation;
  /** The largest body in bytes; a megabyte by default. */
  readonly maxBodyBytes?: number;
  /**
   * Returns the JSON of the response.
   *
   * @throws {ApiError} to refuse the request
   */
  run(request: UncheckedControlRequest, engine: Engine): Promise<unknown>;
}

/** A request for a control, as it was received. */
export interface UncheckedControlRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The JSON body, `{}` if there is none. */
  readonly body: unknown;
}

/** A request for one control. */
interface ControlRequest<Op extends ControlOperation> {
  readonly params: Readonly<Record<ParamOf<Op['path']>, string>>;
  readonly query: QueryOf<QueryNameOf<Op>>;
  /** The JSON body, `{}` if there is none. Parse it with `readBody`. */
  readonly body: unknown;
}

/**
 * Implements a control in one transaction.
 *
 * @example `control(controls.readPayment, async ({ params }, world) => …)`
 */
export const control = <Op extends ControlOperation>(
  operation: Op,
  run: (request: ControlRequest<Op>, world: HandlerContext) => Promise<ControlOutput<Op>>,
): ControlRoute =>
  clockControl(operation, (request, engine) => engine.transact((world) => run(request, world)));

/** Implements a control that runs its own transactions, because it runs jobs or moves the clock. */
export const clockControl = <Op extends ControlOperation>(
  operation: Op,
  run: (request: ControlRequest<Op>, engine: Engine) => Promise<ControlOutput<Op>>,
): ControlRoute => ({ operation, run });
