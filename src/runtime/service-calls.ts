import type { LooseInput } from '../api/client/build-request.ts';
import type { Download } from '../api/client/client.ts';
import { records } from '../api/client/pagination/pagination.ts';
import type { FilePart } from '../api/http/http-types.ts';
import type { Operation, OperationInput } from '../api/operations/operation.ts';
import { memoize } from '../memoize.ts';
import type { Payments } from '../money/gate/payments.ts';
import type { CallOptions, Confirm, ListOptions, MoneyPort } from '../money/port.ts';
import type { CallContext } from '../money/sending/send-context.ts';
import type { RawRequest } from './raw-request.ts';

/** Calls to the service under all rules of writing: journal, policy, duplicates, `--dry-run`. */
export interface Service extends Pick<MoneyPort, 'call' | 'checkWrite' | 'records'> {
  /** Downloads a file that the service makes, byte for byte. */
  readonly download: <Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
  ) => Promise<Download>;
  /** Uploads files to attach to payables. Returns their references in order; under `--dry-run` their names. */
  readonly upload: (files: readonly FilePart[]) => Promise<string[]>;
  /**
   * Sends any request that moves no money; journaled and retried as the operation that it matches requires. Returns the
   * parsed JSON, or the text.
   */
  readonly raw: (request: RawRequest, options?: CallOptions) => Promise<unknown>;
  /** Returns the service's clock as of its last response; `undefined` before the first one. */
  readonly serviceTime: () => Date | undefined;
  /** The gate for money, loaded when something is paid. */
  readonly payments: () => Promise<Payments>;
}

/** Creates the calls. Reads need the client only; code for writing is loaded at the first write. */
export function createService(context: CallContext, confirm: Confirm): Service {
  const { client } = context.connection;
  const writing = () => import('./send-write.ts');
  return {
    call: async (op, input, options) => {
      if (op.effect === 'read') return client.call(op, input);
      const answer = await (await writing()).write(context, op, input, options);
      context.onApplied(op.effect);
      return answer;
    },
    checkWrite: async (op, input, options) =>
      (await writing()).checkWrite(context, op, input, options),
    records: <Row>(op: Operation, input: LooseInput, paging: ListOptions = {}) =>
      records(client, op, input, paging) as AsyncIterable<Row>,
    download: (op, input) => client.download(op, input),
    upload: async (files) => (await import('./upload.ts')).uploadAll(context, files),
    raw: async (request, options) => {
      const answer = await (await import('./raw-request.ts')).sendRaw(context, request, options);
      const effect = request.known?.operation.effect ?? 'read';
      if (effect !== 'read') context.onApplied(effect);
      return answer;
    },
    payments: memoize(async () =>
      (await import('../money/gate/payments.ts')).createPayments(context, confirm),
    ),
    serviceTime: () => client.lastResponse()?.date,
  };
}
