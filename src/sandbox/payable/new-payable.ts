import type { PayableStatus } from '../../contract/payable.ts';
import type { World } from '../context/handler-context.ts';

/** A payable of this moment with nothing on it but who owes whom how much. */
export const blankPayable = (
  { newId, now }: World,
  {
    payeeId,
    payerId,
    cents,
    status,
  }: { payeeId: string; payerId: string | null; cents: number; status: PayableStatus },
) => ({
  id: newId('pay'),
  connection_id: null,
  payer_id: payerId,
  payee_id: payeeId,
  status,
  cents,
  due_date: null,
  invoice_number: null,
  memo: null,
  line_items: null,
  attachments: '[]',
  decline_reason: null,
  source: 'api' as const,
  external_payer: null,
  public_id: null,
  active_payment_id: null,
  payment_id: null,
  payment_status: null,
  last_payment_failure: null,
  link_nano_id: null,
  link_enabled: 0,
  created_at: now().toISOString(),
  updated_at: now().toISOString(),
  submitted_at: null,
  approved_at: null,
  declined_at: null,
  cancelled_at: null,
  paid_at: null,
});
