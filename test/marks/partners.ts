import { approved, submitted } from '../helpers/invoices.ts';
import type { Service } from '../helpers/signed-in-sandbox.ts';

/** A business that the payer is connected with. */
export interface Partner {
  readonly businessId: string;
  readonly connectionId: string;
  /** Submits an invoice, approves it as the payer, and returns its id. */
  readonly invoice: (number: string, dollars: number) => Promise<string>;
  /** Submits an invoice, and returns its id. */
  readonly submit: (number: string, dollars: number) => Promise<string>;
}

/** Returns the partner of the seed. */
export async function firstPartner(service: Service): Promise<Partner> {
  const [connection] = await service.json<{ id: string }[]>(`connection list -b ${service.payer}`);
  return partnerOf(service, service.payee, connection?.id ?? '');
}

/** Registers a business of this name, and connects the payer with it. */
export async function newPartner(service: Service, name: string): Promise<Partner> {
  const address = ['--street', '1 A St', '--city', 'Waco', '--state', 'TX', '--zip', '76701'];
  const made = await service.remit([
    ...['business', 'create-basic', '--name', name, '--type', 'llc', ...address, '--json'],
  ]);
  const { id: businessId } = JSON.parse(made.out);
  await service.json(`invite send partner@${businessId}.test -b ${service.payer}`);
  const mails = (await service.control('GET', '/sandbox/outbox?kind=invitation')) as {
    readonly token: string;
  }[];
  const { out } = await service.remit(
    `invite accept --invitation-token-file - -b ${businessId} --yes --json`,
    { stdin: `${mails.at(-1)?.token}\n` },
  );
  const connectionId = JSON.parse(out).connection?.id ?? '';
  return partnerOf(service, businessId, connectionId);
}

/** Returns a business with its connection to the payer. */
function partnerOf(service: Service, businessId: string, connectionId: string): Partner {
  const sent = (number: string, dollars: number) => ({
    ...{ from: businessId, connectionId, invoiceNumber: number, amount: dollars },
  });
  return {
    ...{ businessId, connectionId },
    submit: (number, dollars) => submitted(service, sent(number, dollars)),
    invoice: (number, dollars) => approved(service, sent(number, dollars)),
  };
}
