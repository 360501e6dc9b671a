/** Invoices to the payer of a sandbox, made by requests: commands that only prepare something take five times as long. */

import { createClient } from '../../src/api/client/client.ts';
import { createTransport } from '../../src/api/client/transport/transport.ts';
import { connection } from '../../src/api/operations/connection.ts';
import { payable } from '../../src/api/operations/payable.ts';
import type { Service } from './signed-in-sandbox.ts';

/** What an invoice says. By default it is from the payee, over the only connection of the seed. */
export interface Invoice {
  /** In dollars. */
  readonly amount: number;
  readonly invoiceNumber?: string;
  readonly dueDate?: string;
  readonly from?: string;
  readonly connectionId?: string;
}

const clientOf = ({ baseUrl, token }: Service) =>
  createClient({ send: createTransport({ base: new URL(baseUrl) }), token });

/** Submits an invoice. Resolves to the id of the payable. */
export async function submitted(
  service: Service,
  { from = service.payee, connectionId, ...invoice }: Invoice,
): Promise<string> {
  const client = clientOf(service);
  const body = {
    connectionId:
      connectionId ??
      (await client.call(connection.list, { query: { businessId: service.payer } }))[0]?.id ??
      '',
    ...{ ...invoice, submit: true },
  };
  return (await client.call(payable.create, { params: { businessId: from }, body })).id;
}

/** Submits an invoice, and approves it as the payer. Resolves to the id of the payable. */
export async function approved(service: Service, invoice: Invoice): Promise<string> {
  const payableId = await submitted(service, invoice);
  await approve(service, payableId);
  return payableId;
}

/** Approves a payable as the payer. */
export const approve = (service: Service, payableId: string): Promise<unknown> =>
  clientOf(service).call(payable.approve, { params: { businessId: service.payer, payableId } });
