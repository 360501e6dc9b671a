import type { Service } from '../helpers/signed-in-sandbox.ts';

/** Returns the amounts (dollars) of the quick payments that the sandbox made, in ascending order. */
export async function quickPaymentsOf(service: Service): Promise<readonly number[]> {
  const events = await service.control('GET', '/sandbox/events?type=payment.created');
  return (events as { data: { payableId?: string | null; amount: number } }[])
    .filter(({ data }) => !data.payableId)
    .map(({ data }) => data.amount)
    .sort((left, right) => left - right);
}
