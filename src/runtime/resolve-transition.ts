import type { LooseInput } from '../api/client/build-request.ts';
import type { Client } from '../api/client/client.ts';
import { ApiError } from '../api/http/api-error.ts';
import { bank } from '../api/operations/bank.ts';
import { invite } from '../api/operations/invite.ts';
import type { Operation } from '../api/operations/operation.ts';
import { type PayableStatus, payable } from '../api/operations/payable.ts';

/**
 * Resolves a 404 or 409 on a retried one-time transition, which the first attempt may have caused. Reads the resource:
 * returns it if it is in the target state, otherwise rethrows `error`.
 */
export async function resolveRetriedTransition(
  client: Client,
  op: Operation,
  input: LooseInput,
  error: unknown,
): Promise<unknown> {
  const doubtful = error instanceof ApiError && [404, 409].includes(error.status) && error.retried;
  const found = doubtful ? await readings.get(op)?.(client, input) : undefined;
  if (found === undefined) throw error;
  return found;
}

/** Reads the resource of a transition; `undefined` if it is not in the target state. */
type Read = (client: Client, input: LooseInput) => Promise<unknown>;

const payableIn =
  (status: PayableStatus): Read =>
  async (client, { params }) => {
    const found = await client.call(payable.get, { params: params as Ids });
    return found.status === status ? found : undefined;
  };

const withoutBank: Read = async (client, { params }) => {
  const { fundingSourceId } = params as Ids;
  const accounts = await client.call(bank.list, { query: {} });
  return accounts.some(({ id }) => id === fundingSourceId)
    ? undefined
    : { id: fundingSourceId, status: 'removed' };
};

const cancelledInvitation: Read = async (client, { params }) => {
  const { businessId, invitationId } = params as Ids;
  const sent = await client.call(invite.list, { params: { businessId }, query: {} });
  return sent.find(({ id, status }) => id === invitationId && status === 'cancelled');
};

/** The ids in a path; each operation has some of them. */
interface Ids {
  readonly businessId: string;
  readonly payableId: string;
  readonly fundingSourceId: string;
  readonly invitationId: string;
}

const readings: ReadonlyMap<Operation, Read> = new Map<Operation, Read>([
  [payable.approve, payableIn('APPROVED')],
  [payable.decline, payableIn('DECLINED')],
  [payable.cancel, payableIn('CANCELLED')],
  [bank.remove, withoutBank],
  [invite.cancel, cancelledInvitation],
]);
