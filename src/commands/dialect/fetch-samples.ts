/** Reads sample responses from the service. */

import { accounting } from '../../contract/accounting.ts';
import { findOperation } from '../../contract/all-operations.ts';
import { bank } from '../../contract/bank.ts';
import { business } from '../../contract/business.ts';
import { connection } from '../../contract/connection.ts';
import { invite } from '../../contract/invite.ts';
import { link } from '../../contract/link.ts';
import type { Operation } from '../../contract/operation.ts';
import type { NamedOperation } from '../../contract/operations.ts';
import { payable } from '../../contract/payable.ts';
import { shapeOf } from '../../contract/schema/schema-introspection.ts';
import { user } from '../../contract/sign-in.ts';
import type { DialectMapper } from '../../http/dialect/dialect-mapper.ts';
import { UnexpectedResponseError } from '../../http/errors.ts';
import { recordsOf } from '../../http/response/envelope.ts';
import { readResponse } from '../../http/response/parse-response.ts';
import { errorFromResponse, type TextResponse } from '../../http/response/response-error.ts';
import { isRecord } from '../../is-record.ts';
import type { ServiceConnection } from '../../service/service-client.ts';

/** The response to an operation that reads. */
export interface OperationResponse {
  readonly op: NamedOperation;
  readonly status: number;
  /** The JSON as it was received; `undefined` if the response contains no JSON. */
  readonly json: unknown;
}

/** The operations to read, ordered so that each finds the ids that it needs; the first row of a list provides them. */
const sampleReads: readonly { readonly op: Operation; readonly idParam?: string }[] = [
  { op: user.profile },
  { op: business.list, idParam: 'businessId' },
  { op: business.get },
  { op: business.balance },
  { op: bank.list },
  { op: bank.linkToken },
  { op: connection.list, idParam: 'connectionId' },
  { op: connection.get },
  { op: connection.invoices },
  { op: invite.list },
  { op: payable.list, idParam: 'payableId' },
  { op: payable.get },
  { op: payable.activity },
  { op: link.get },
  { op: link.payMe },
  { op: accounting.list, idParam: 'accountingIntegrationId' },
  { op: accounting.status },
  { op: accounting.syncStatus },
  { op: accounting.fields },
];

/** Calls every operation that changes nothing. Throws if the token is refused or the service is unreachable. */
export async function ask(
  connection: Connection,
  ofBusiness: string | undefined,
): Promise<OperationResponse[]> {
  const ids = new Map(ofBusiness === undefined ? [] : [['businessId', ofBusiness]]);
  const all: OperationResponse[] = [];
  for (const { op, idParam } of sampleReads) {
    const named = findOperation(op);
    const needed = op.params ? Object.keys(shapeOf(op.params())) : [];
    if (!named || needed.some((name) => !ids.has(name))) continue;
    const answer = await fetchSample(connection, op, ids);
    all.push({ op: named, status: answer.status, json: jsonIn(answer.text) });
    const [first] = idParam === undefined ? [] : idsIn(op, answer, connection.dialectMapper);
    if (idParam !== undefined && first !== undefined && !ids.has(idParam)) ids.set(idParam, first);
  }
  return all;
}

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
