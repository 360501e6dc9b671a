import * as z from 'zod/mini';
import { lineItemSchema } from '../../api/operations/payable.ts';
import { Dollars, Id, IsoDate } from '../../api/schema/field-types.ts';
import { checkConnection } from '../../money/gate/relations.ts';
import { callNamed } from '../call-operation.ts';
import { described, task } from './task.ts';

/** Tasks about the invoices that the business sends. */
export const invoiceTasks = [
  task({
    name: 'send_invoice',
    title: 'Send an invoice',
    description:
      'Bill a customer: create an invoice on their connection and submit it to them, or keep it as a draft.',
    effect: 'write',
    input: () =>
      z.strictObject({
        connection: described(Id, 'id of the customer, from find_partners'),
        amount: described(Dollars, 'dollars; the sum of lineItems'),
        invoiceNumber: z.string().check(z.minLength(1)),
        dueDate: z.optional(IsoDate),
        memo: z.optional(z.string()),
        lineItems: z.optional(z.array(lineItemSchema())),
        draft: described(z.optional(z.boolean()), 'do not submit it yet'),
      }),
    result: () => z.looseObject({ id: z.string() }),
    async call({ connection, draft = false, ...details }, context, call) {
      const businessId = context.business();
      await checkConnection(context, connection, businessId);
      const fields = { businessId, connectionId: connection, submit: !draft, ...details };
      return callNamed('payable.create', fields, call);
    },
  }),

  task({
    name: 'send_reminder',
    title: 'Remind a customer',
    description:
      'Remind the customer of an invoice that they owe, such as an overdue one, by email.',
    effect: 'write',
    input: () => z.strictObject({ payable: described(Id, 'id') }),
    result: () => z.looseObject({}),
    call: ({ payable }, context, call) =>
      callNamed('payable.remind', { businessId: context.business(), payableId: payable }, call),
  }),
];
