/** A service whose responses are malicious. */

import type { ServerResponse } from 'node:http';
import { matchOperation } from '../../src/api/http/match-path.ts';
import type { Method } from '../../src/api/operations/operation.ts';
import { answering } from '../helpers/stub-server.ts';
import { answerOf, hostile, type Measure } from './malicious-responses.ts';

/** A running service whose every text is malicious. */
export interface HostileService {
  readonly baseUrl: string;
  /** Sets how malicious its responses are, and whether it rejects writes. */
  readonly answers: (measure: Measure, refuses?: boolean) => void;
  /** The ids of the operations requested since the start. */
  readonly asked: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

/** Starts the service. */
export async function openHostile(): Promise<HostileService> {
  const called = new Set<string>();
  let measure: Measure = 'texts';
  let refuses = false;
  const { baseUrl, close } = await answering((request, response) => {
    const known = matchOperation(request.method as Method, request.url ?? '');
    if (!known) return refuse(response);
    const { operation, params } = known;
    const asked = Number(/_(\d+)$/.exec(Object.values(params).at(-1) ?? '')?.[1] ?? 1);
    called.add(operation.id);
    if (refuses && operation.effect !== 'read') return refuse(response);
    if (operation.produces) return reply(response, 200, csv(), operation.produces);
    reply(response, operation.success ?? 200, JSON.stringify(answerOf(operation, measure, asked)));
  });
  return {
    baseUrl,
    answers: (how, no = false) => {
      measure = how;
      refuses = no;
    },
    asked: called,
    close,
  };
}

function refuse(response: ServerResponse): void {
  const errors = [{ field: hostile(1), code: hostile(2), message: hostile(3) }];
  const problem = { title: hostile(4), detail: hostile(5), code: hostile(6), errors };
  reply(response, 422, JSON.stringify(problem));
}

const csv = () => `id,memo\npay_1,"${hostile(0).replaceAll('"', '""')}"\n`;

/** Sends a response. Of the malicious characters, a header can contain only C1. */
function reply(response: ServerResponse, status: number, text: string, type = 'application/json') {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'x-request-id': 'req\u009b31m\u0085',
    date: new Date('2026-03-02T15:00:00Z').toUTCString(),
  });
  response.end(text);
}
