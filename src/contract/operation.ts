import type { z } from 'zod/mini';

/**
 * What asking again may do (it decides retries, confirmation and the journal):
 * `readClock` changes nothing; `set` ends in the same state however often it is sent; `transitionPayment` happens once and is
 * refused afterwards; `create` makes something new each time; `money` moves money each time.
 */
export type Effect = 'read' | 'set' | 'move' | 'create' | 'money';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One thing the service can do, written down once.
 *
 * The HTTP client, the sandbox routes, the OpenAPI document and `remit api`
 * all read this record; nothing else in the program spells out a path.
 */
export interface Operation {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly effect: Effect;
  /** Values for the `{placeholders}` in `path`. */
  readonly params?: z.core.$ZodObject;
  readonly query?: z.core.$ZodObject;
  readonly body?: z.core.$ZodType;
  readonly response: z.core.$ZodType;
  /** The status of a success, 200 unless said otherwise. Clients accept any 2xx. */
  readonly success?: 201;
  /** What takes the place of an older record is answered with 200. */
  readonly replaces?: true;
  /** What a request carries when it is not JSON. */
  readonly consumes?: 'multipart/form-data';
  /** What a success sends back when it is not JSON. */
  readonly produces?: 'text/csv';
  /** Cannot be undone, or takes something away: a person is asked first. */
  readonly irreversible?: true;
}

export type Operations = Readonly<Record<string, Operation>>;

type Part = 'params' | 'query' | 'body';

/** What a caller writes: `{ params, query, body }`, each only if the operation has it. */
export type OperationInput<Op extends Operation> = {
  [P in keyof Op & Part]: Op[P] extends z.core.$ZodType ? z.input<Op[P]> : never;
};

/** What a handler reads: the same parts, after the schemas have run. */
export type ParsedInput<Op extends Operation> = {
  [P in keyof Op & Part]: Op[P] extends z.core.$ZodType ? z.output<Op[P]> : never;
};

export type OperationOutput<Op extends Operation> = z.output<Op['response']>;
