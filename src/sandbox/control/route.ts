/** Definitions of controls, the routes under `/sandbox`. */

import type { Method } from '../../contract/operation.ts';
import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';

/** A control of the sandbox, under `/sandbox`: a route that no real service has. */
export interface ControlRoute {
  readonly method: Method;
  readonly path: string;
  readonly success: 200 | 201;
  /**
   * Returns the JSON of the response.
   *
   * @throws {ApiError} to refuse the request
   */
  run(request: ControlRequest, engine: Engine): Promise<unknown>;
}

/** A request for a control. */
export interface ControlRequest<Param extends string = string> {
  readonly params: Readonly<Record<Param, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The JSON body, `{}` if there is none. Parse it with `readBody`. */
  readonly body: unknown;
}

/**
 * Defines a control that runs in one transaction.
 *
 * @example `control('POST', '/sandbox/things/{id}/poke', async ({ params }, context) => …)`
 */
export const control = <const Path extends `/sandbox/${string}`>(
  method: Method,
  path: Path,
  run: (request: ControlRequest<ParamOf<Path>>, context: HandlerContext) => Promise<unknown>,
  success: 200 | 201 = 200,
): ControlRoute =>
  clockControl(
    method,
    path,
    (request, engine) => engine.transact((context) => run(request, context)),
    success,
  );

/** Defines a control that runs its own transactions, because it runs jobs or moves the clock. */
export const clockControl = <const Path extends `/sandbox/${string}`>(
  method: Method,
  path: Path,
  run: (request: ControlRequest<ParamOf<Path>>, engine: Engine) => Promise<unknown>,
  success: 200 | 201 = 200,
): ControlRoute => ({ method, path, success, run });

/** The names of the placeholders in a path. */
export type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;
