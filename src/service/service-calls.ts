import type { CallOptions, Context, ListOptions, RawRequest } from '../cli/context.ts';
import { memoize } from '../cli/memoize.ts';
import type { FilePart } from '../contract/http/http-types.ts';
import type { Operation, OperationInput } from '../contract/operation.ts';
import type { LooseInput } from '../http/build-request.ts';
import type { Download } from '../http/client.ts';
import { records } from '../http/pagination/pagination.ts';
import type { Confirm, Payments } from '../payments/payments.ts';
import type { CallContext } from '../payments/sending/send-context.ts';

/** Calls to the service that keep every promise about writing: journal, policy, duplicates, `--dry-run`. */
export interface Service extends Pick<Context, 'call' | 'checkWrite' | 'records'> {
  /** Downloads a file that the service makes, byte for byte. */
  readonly download: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
  ) => Promise<Download>;
  /** Uploads files to be attached to payables; returns their references in order. Under `--dry-run` returns their names. */
  readonly upload: (files: readonly FilePart[]) => Promise<string[]>;
  /** Sends any request; journaled, confirmed and retried as the operation it matches says. Returns the JSON, or the text. */
  readonly raw: (request: RawRequest, options?: CallOptions) => Promise<unknown>;
  /** Returns the service's clock, as its last response told it; `undefined` before the first. */
  readonly serviceTime: () => Date | undefined;
  /** The gate for money, loaded when something is paid. */
  readonly payments: () => Promise<Payments>;
}

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
