import { dollarsText } from '../../contract/money.ts';
import { addresseeOf } from '../notifications/recipient.ts';
import { mail } from '../notifications/outbox.ts';
import { businessAt } from '../payment/find.ts';
import { displayNameOf } from '../business/records.ts';
import type { OutboxKind, Row } from '../database/tables.ts';
import type { World } from '../context/handler-context.ts';

/** Writes to one side of a payable about what the other did; says where it went. */
export async function tellOther(
  world: World,
  payable: Row<'payables'>,
  kind: OutboxKind,
  to: string | null,
  what: string,
): Promise<string | undefined> {
  if (to === null) return undefined;
  const email = await addresseeOf(world.db, to);
  const from = to === payable.payee_id ? payable.payer_id : payable.payee_id;
  if (email === undefined || from === null) return undefined;
  const name = displayNameOf(await businessAt(world.db, from));
  const number = payable.invoice_number === null ? '' : ` ${payable.invoice_number}`;
  await mail(world, {
    kind,
    to: email,
    subject: `${name} ${what}`,
    text: `Invoice${number} over $${dollarsText(payable.cents)}: ${name} ${what}.`,
    payableId: payable.id,
  });
  return email;
}
