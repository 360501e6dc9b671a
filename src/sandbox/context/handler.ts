import type { z } from 'zod/mini';
import type { Operation, Operations, Parsed } from '../../contract/operation.ts';
import type { LongFile } from './streamed-file.ts';
import type { World } from './handler-context.ts';

/**
 * Answers one operation. Sees parsed input, returns the response body, throws `Refused` to say no.
 * When it runs, the token, the ids of the path, their ownership, the role and the side have been checked already.
 */
export type Handler<Op extends Operation> = (
  request: Parsed<Op>,
  world: World,
) => Promise<Answer<Op>>;

type Answer<Op extends Operation> =
  | z.input<Op['response']>
  | (Op extends { readonly produces: 'text/csv' } ? LongFile : never);

/** One handler per operation: leave one out and the program does not compile. */
export type Handlers<Ops extends Operations> = { readonly [Name in keyof Ops]: Handler<Ops[Name]> };
