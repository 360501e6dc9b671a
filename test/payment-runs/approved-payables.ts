/** Approved payables for payment runs. */

import { approve, submitted } from '../helpers/invoices.ts';
import type { Service } from '../helpers/signed-in-sandbox.ts';

/** The number of approvals in flight; their order does not matter. */
const TOGETHER = 20;

/** Creates a payable for each amount (dollars), approved by the profile's business. Resolves to the ids, in order. */
export async function approvedPayables(
  service: Service,
  amounts: readonly number[],
  series = 'R',
): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, amount] of amounts.entries()) {
    ids.push(await submitted(service, { amount, invoiceNumber: `${series}-${at + 1}` }));
  }
  for (let at = 0; at < ids.length; at += TOGETHER) {
    await Promise.all(ids.slice(at, at + TOGETHER).map((id) => approve(service, id)));
  }
  return ids;
}

/** Returns how often each payable was paid, and the sum in cents, according to the sandbox. */
export async function paymentsOf(
  service: Service,
): Promise<ReadonlyMap<string, { readonly times: number; readonly cents: number }>> {
  const events = await service.control('GET', '/sandbox/events?type=payment.created');
  const paid = new Map<string, { times: number; cents: number }>();
  for (const { data } of events as { data: { payableId: string; amount: number } }[]) {
    const { times, cents } = paid.get(data.payableId) ?? { times: 0, cents: 0 };
    paid.set(data.payableId, {
      times: times + 1,
      cents: cents + Math.round(data.amount * 100),
    });
  }
  return paid;
}
