import { z } from 'zod/mini';
import { newYorkDate } from '../../api/ach/calendar.ts';
import type { NamedOperation } from '../../api/operations/operations.ts';
import type { HandlerContext } from './handler-context.ts';
import { readQuery } from './parse-input.ts';
import type { Reply } from './problem-details.ts';
import type { IncomingRequest } from './request-body.ts';
import { LongFile } from './streamed-file.ts';

/** A result that replaced an older record: answered with 200 instead of 201. */
export class ReplacedRecord<Body = unknown> {
  readonly record: Body;

  constructor(record: Body) {
    this.record = record;
  }
}

/** Returns the response for the result of a handler: JSON, or a CSV file. */
export function successReply(
  op: NamedOperation,
  result: unknown,
  request: IncomingRequest,
  context: HandlerContext,
): Reply {
  if (result instanceof ReplacedRecord) return jsonReply(200, result.record);
  const status = op.success ?? 200;
  if (op.produces === 'text/csv') {
    return {
      status,
      headers: fileHeaders(op, context),
      body: result instanceof LongFile ? result : String(result),
    };
  }
  const body = Array.isArray(result) ? pageOf(result, request) : result;
  return jsonReply(status, body);
}

export const jsonReply = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const fileHeaders = ({ id }: NamedOperation, { now }: HandlerContext) => ({
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': `attachment; filename="${id.split('.')[0]}s-${newYorkDate(now())}.csv"`,
});

const wholeNumber = z.coerce.number<string>().check(z.int(), z.nonnegative());
const Paging = z.object({ limit: z.optional(wholeNumber), offset: z.optional(wholeNumber) });

/** Applies `limit` and `offset` to a list, for operations that return all rows. */
function pageOf(list: readonly unknown[], { query }: IncomingRequest): readonly unknown[] {
  const { limit, offset = 0 } = readQuery(Paging, query);
  return limit === undefined && offset === 0
    ? list
    : list.slice(offset, limit === undefined ? undefined : offset + limit);
}
