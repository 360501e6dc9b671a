import type { Context, Paging } from '../cli/context.ts';
import type { Effect, Operation } from '../contract/operation.ts';
import { records } from '../http/pages.ts';
import type { LooseInput } from '../http/request.ts';
import type { Means } from './sender.ts';

/** The service as a command sees it: calls that keep every promise about writing. */
export type Service = Pick<
  Context,
  'call' | 'guard' | 'records' | 'download' | 'raw' | 'upload'
> & {
  /** The service's own clock, as its last answer told it. */
  readonly serviceTime: () => Date | undefined;
};

/**
 * Reading needs nothing but the client; what writing needs is loaded when something is written. `onApplied` is told of the
 * effect of each write that the service applied.
 */
export function createService(means: Means, onApplied: (effect: Effect) => void): Service {
  const { client } = means.connection;
  const writing = () => import('./write.ts');
  return {
    call: async (op, input, options) => {
      if (op.effect === 'read') return client.call(op, input);
      const answer = await (await writing()).write(means, op, input, options);
      onApplied(op.effect);
      return answer;
    },
    guard: async (op, input, options) => (await writing()).guard(means, op, input, options),
    records: <Row>(op: Operation, input: LooseInput, paging: Paging = {}) =>
      records(client, op, input, paging) as AsyncIterable<Row>,
    download: (op, input) => client.download(op, input),
    upload: async (files) => (await import('./upload.ts')).uploadAll(means, files),
    raw: async (request, options) => {
      const answer = await (await import('./raw.ts')).sendRaw(means, request, options);
      const { known, method } = request;
      const effect = known?.operation.effect ?? (method === 'GET' ? 'read' : 'money');
      if (effect !== 'read') onApplied(effect);
      return answer;
    },
    serviceTime: () => client.lastAnswer()?.date,
  };
}
