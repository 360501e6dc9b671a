import type { Context } from '../../cli/context.ts';
import { mapConcurrent } from '../../cli/map-concurrent.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import type { Payable } from '../../contract/payable.ts';
import type { PaymentInput } from './read-payment-file.ts';

/** A row and its payable as the service shows it now; undefined where the service knows none. */
export interface PayableLookup {
  readonly wanted: PaymentInput;
  readonly payable: Payable | undefined;
}

const AT_ONCE = 8;

/** Reads the payable of every row, each once. Throws what a read throws, but for one that is not there. */
export async function lookUpPayables<Row extends Pick<PaymentInput, 'payableId'>>(
  context: Context,
  rows: readonly Row[],
  businessId: string,
): Promise<{ wanted: Row; payable: Payable | undefined }[]> {
  return mapConcurrent(rows, AT_ONCE, async (wanted) => {
    const { payableId } = wanted;
    return { wanted, payable: await payableAt(context, { businessId, payableId }) };
  });
}

/** Undefined when the service knows no such payable. */
async function payableAt(
  context: Context,
  params: { readonly businessId: string; readonly payableId: string },
): Promise<Payable | undefined> {
  try {
    return await (await context.payments()).payableAt(params.businessId, params.payableId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
