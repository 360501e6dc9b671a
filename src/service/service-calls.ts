import type { Context, ListOptions } from '../cli/context.ts';
import { memoize } from '../cli/memoize.ts';
import type { Operation } from '../contract/operation.ts';
import type { LooseInput } from '../http/build-request.ts';
import { records } from '../http/pagination/pagination.ts';
import type { Confirm, Payments } from '../payments/payments.ts';
import type { CallContext } from '../payments/sending/send-context.ts';

/** The service as a command sees it: calls that keep every promise about writing. */
export type Service = Pick<
  Context,
  'call' | 'checkWrite' | 'records' | 'download' | 'raw' | 'upload'
> & {
  /** The service's own clock, as its last answer told it. */
  readonly serviceTime: () => Date | undefined;
  /** The gate for money, loaded when something is paid. */
  readonly payments: () => Promise<Payments>;
};

/** Reading needs nothing but the client; what writing needs is loaded when something is written. */
export function createService(means: CallContext, confirm: Confirm): Service {
  const { client } = means.connection;
  const writing = () => import('./send-write.ts');
  return {
    call: async (op, input, options) => {
      if (op.effect === 'read') return client.call(op, input);
      const answer = await (await writing()).write(means, op, input, options);
      means.onApplied(op.effect);
      return answer;
    },
    checkWrite: async (op, input, options) =>
      (await writing()).checkWrite(means, op, input, options),
    records: <Row>(op: Operation, input: LooseInput, paging: ListOptions = {}) =>
      records(client, op, input, paging) as AsyncIterable<Row>,
    download: (op, input) => client.download(op, input),
    upload: async (files) => (await import('./upload.ts')).uploadAll(means, files),
    raw: async (request, options) => {
      const answer = await (await import('./raw-request.ts')).sendRaw(means, request, options);
      const effect = request.known?.operation.effect ?? 'read';
      if (effect !== 'read') means.onApplied(effect);
      return answer;
    },
    payments: memoize(async () =>
      (await import('../payments/payments.ts')).createPayments(means, confirm),
    ),
    serviceTime: () => client.lastResponse()?.date,
  };
}
