/** Lookup of the payables that rows name. */

import { ApiError } from '../../api/http/api-error.ts';
import { isId } from '../../api/id-or-name.ts';
import type { Payable } from '../../api/operations/payable.ts';
import { isPaymentInFlight } from '../../api/payment-phase.ts';
import { mapConcurrent } from '../../map-concurrent.ts';
import type { RunPort } from '../port.ts';
import type { PaymentInput } from './payment-inputs.ts';

/** A row and its payable as the service shows it now; `undefined` if the service does not know it. */
export interface PayableLookup {
  readonly input: PaymentInput;
  readonly payable: Payable | undefined;
}

export const isPaid = (payable: Payable | undefined): boolean =>
  payable?.status === 'PAID' || isPaymentInFlight(payable);

const CONCURRENCY = 8;

/**
 * Reads the payable of every row, 8 at a time, in the order of the rows. A 404 yields `undefined`; other read errors
 * are thrown.
 */
export async function lookUpPayables<Row extends Partial<Pick<PaymentInput, 'payableId'>>>(
  context: RunPort,
  rows: readonly Row[],
  businessId: string,
): Promise<{ input: Row; payable: Payable | undefined }[]> {
  return mapConcurrent(rows, CONCURRENCY, async (input) => {
    const { payableId = '' } = input;
    return { input, payable: await payableAt(context, { businessId, payableId }) };
  });
}

/** Returns a payable; `undefined` on a 404, and for a text that cannot be an id. */
async function payableAt(
  context: RunPort,
  params: { readonly businessId: string; readonly payableId: string },
): Promise<Payable | undefined> {
  if (!isId(params.payableId)) return undefined;
  try {
    return await (await context.payments()).payableAt(params.businessId, params.payableId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
