import type { Method } from '../../contract/operation.ts';
import type { Engine } from '../context/engine.ts';
import type { HandlerContext } from '../context/handler-context.ts';

/** A control of the sandbox, under `/sandbox`: what no real service has. */
export interface ControlRoute {
  readonly method: Method;
  readonly path: string;
  readonly success: 200 | 201;
  /** Returns the JSON to answer; throws `ApiError`. */
  run(request: ControlRequest, engine: Engine): Promise<unknown>;
}

export interface ControlRequest<Param extends string = string> {
  readonly params: Readonly<Record<Param, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The JSON body, `{}` when there is none. To be read with `readBody`. */
  readonly body: unknown;
}

/** A control in one transaction: `control('POST', '/sandbox/things/{id}/poke', async ({ params }, world) => …)`. */
export const control = <const Path extends `/sandbox/${string}`>(
  method: Method,
  path: Path,
  run: (request: ControlRequest<ParamOf<Path>>, world: HandlerContext) => Promise<unknown>,
  success: 200 | 201 = 200,
): ControlRoute =>
  clockControl(
    method,
    path,
    (request, engine) => engine.transact((world) => run(request, world)),
    success,
  );

/** A control that takes as many transactions as it needs, because it runs jobs or moves the clock. */
export const clockControl = <const Path extends `/sandbox/${string}`>(
  method: Method,
  path: Path,
  run: (request: ControlRequest<ParamOf<Path>>, engine: Engine) => Promise<unknown>,
  success: 200 | 201 = 200,
): ControlRoute => ({ method, path, success, run });

export type ParamOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamOf<Rest>
  : never;
