import type { Method } from '../../contract/operation.ts';
import type { Incoming } from './request-body.ts';
import type { Reply } from './problem-details.ts';

/** Something the sandbox answers. `work` is run in its turn, nothing else meanwhile; it throws `Refused` to say no. */
export interface Endpoint {
  readonly method: Method;
  /** With `{placeholders}`. */
  readonly path: string;
  /** Id of the operation that it is; undefined off the specification. */
  readonly operation?: string;
  readonly work: Work;
}

export type Work = (request: Incoming) => Promise<Reply>;
