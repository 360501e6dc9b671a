import type { Connection } from '../../api/operations/connection.ts';
import type { Payable } from '../../api/operations/payable.ts';
import type { Context } from '../../cli/context.ts';
import { countExtraFields } from '../../cli/flags/global-flags.ts';
import { quotedName } from '../../money/gate/same-number.ts';
import { type Cuttable, cuttable } from '../../render/cuttable.ts';
import { usd } from '../../render/money.ts';

/** An invoice as a person reads it before it is sent. */
export interface DescribedInvoice {
  /** The name of the business that pays it, as `payerText` returns it. */
  readonly payer: string | Cuttable;
  /** `null` if it is not known. */
  readonly cents: number | null;
  readonly invoiceNumber?: string | null | undefined;
  readonly dueDate?: string | null | undefined;
}

/** The way for a bill, for a person who wants to pay one and is about to send an invoice. */
export const BILL_HINT =
  'To pay a bill of theirs instead: ask them to send it (remit invite send <email>), or use remit pay quick <connection> --amount <dollars>.';

/** Returns the name of the business that pays the invoices of a connection; its id if the service states no name. */
export function payerText(connectionId: string, it: Connection | undefined): string | Cuttable {
  const { connectedBusinessName: name, alias, connectedBusinessId, businessId } = it ?? {};
  const shown = name || alias;
  return shown
    ? quotedName(shown, { own: [connectionId, connectedBusinessId, businessId], others: [] })
    : connectionId;
}

export const payerOf = ({ payerName, connectionId, id }: Payable): string | Cuttable =>
  payerName ? quotedName(payerName, { own: [connectionId], others: [id] }) : 'the payer';

/**
 * Has a person confirm that an invoice is sent: who pays it, and the way for a bill. Nobody is asked without a terminal.
 * Under `--dry-run` it is a notice. Resolves to `true` if a person was asked.
 *
 * @throws {GuardError} if the answer is no.
 */
export async function confirmInvoice(context: Context, it: DescribedInvoice): Promise<boolean> {
  const { notice, prompt, writeFlags } = context;
  const line = describeInvoice(it);
  if (writeFlags?.dryRun) {
    notice(String(line));
    notice(BILL_HINT);
    return false;
  }
  if (!prompt.isPossible()) return false;
  const isChanged = countExtraFields(writeFlags) > 0;
  return context.confirm(
    [
      line,
      ...(isChanged ? ['-F and --data change the request: --dry-run shows it.'] : []),
      BILL_HINT,
    ],
    'Send it?',
  );
}

function describeInvoice({ payer, cents, invoiceNumber, dueDate }: DescribedInvoice): Cuttable {
  const amount = cents === null ? '' : cuttable` for ${usd(cents)}`;
  const number = invoiceNumber ? cuttable`, number ${invoiceNumber}` : '';
  const due = dueDate ? cuttable`, due ${dueDate.slice(0, 10)}` : '';
  return cuttable`Send ${payer} an invoice${amount} (they pay you)${number}${due}.`;
}
