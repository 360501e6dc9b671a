/** Reads sample responses from the service. */

import type { DialectMapper } from '../../api/client/dialect/dialect-mapper.ts';
import { UnexpectedResponseError } from '../../api/client/errors.ts';
import { recordsOf } from '../../api/client/response/envelope.ts';
import { readResponse } from '../../api/client/response/parse-response.ts';
import { errorFromResponse, type TextResponse } from '../../api/client/response/response-error.ts';
import { allOperations } from '../../api/operations/all-operations.ts';
import type { Operation } from '../../api/operations/operation.ts';
import type { NamedOperation } from '../../api/operations/operations.ts';
import { shapeOf } from '../../api/schema/schema-introspection.ts';
import { isRecord } from '../../is-record.ts';
import type { ServiceConnection } from '../../runtime/service-client.ts';

export interface OperationResponse {
  readonly op: NamedOperation;
  readonly status: number;
  /** The JSON as it was received; `undefined` if the response contains no JSON. */
  readonly json: unknown;
}

/** The operations that read JSON, in the order of the contract: a list comes before what needs the id of one of its rows. */
const sampleReads = allOperations.filter(
  ({ effect, method, produces }) => effect === 'read' && method === 'GET' && produces === undefined,
);

/** Calls every operation that changes nothing. Throws if the token is refused or the service is unreachable. */
export async function ask(
  connection: Connection,
  ofBusiness: string | undefined,
): Promise<OperationResponse[]> {
  const ids = new Map(ofBusiness === undefined ? [] : [['businessId', ofBusiness]]);
  const all: OperationResponse[] = [];
  for (const op of sampleReads) {
    if (paramsOf(op).some((name) => !ids.has(name))) continue;
    const answer = await fetchSample(connection, op, ids);
    all.push({ op, status: answer.status, json: jsonIn(answer.text) });
    const param = paramListedBy(op, ids);
    const [first] = param === undefined ? [] : idsIn(op, answer, connection.dialectMapper);
    if (param !== undefined && first !== undefined) ids.set(param, first);
  }
  return all;
}

/** Returns the parameter that the rows of a list provide: the next one that operations of the resource need. */
function paramListedBy(op: NamedOperation, ids: ReadonlyMap<string, string>): string | undefined {
  const [resource, name] = op.id.split('.');
  const siblings = allOperations.filter(({ id }) => id.startsWith(`${resource}.`));
  return name === 'list' ? siblings.flatMap(paramsOf).find((param) => !ids.has(param)) : undefined;
}

const paramsOf = ({ params }: Operation) => (params ? Object.keys(shapeOf(params())) : []);

type Connection = Pick<ServiceConnection, 'client' | 'dialectMapper'>;

async function fetchSample(
  { client }: Connection,
  op: Operation,
  ids: ReadonlyMap<string, string>,
) {
  const { path } = client.request(op, { params: Object.fromEntries(ids) });
  const answer = await client.raw({ method: op.method, path, effect: op.effect });
  if (answer.status === 401) throw errorFromResponse(answer);
  return answer;
}

/** Returns the ids in a list; an empty array if it cannot be read. */
function idsIn(
  op: Operation,
  answer: TextResponse,
  dialectMapper: DialectMapper | undefined,
): string[] {
  try {
    return recordsOf(readResponse(op, answer, dialectMapper).output)
      .map((it) => (isRecord(it) ? it['id'] : undefined))
      .filter((id) => typeof id === 'string');
  } catch (error) {
    if (error instanceof UnexpectedResponseError) return [];
    throw error;
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
