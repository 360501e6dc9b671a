import { command } from '../../cli/command.ts';
import { argument } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { payable } from '../../contract/payable.ts';
import { recordOf } from '../../render/view.ts';
import { collectPayments } from './collect-payments.ts';
import { knownPaymentColumns } from './columns.ts';

export const get = command({
  name: 'get',
  summary: 'Show one payment, from its payable and from the journal',
  about:
    'The API cannot show a payment by its id. It is found if a payable shows it as its newest or its last failed payment, or if the journal of this machine has it.',
  calls: [payable.list],
  args: { payment: argument('<payment>', 'payment to show', id) },
  shows: 'payment',
  view: recordOf(knownPaymentColumns),
  examples: ['remit pay get pmt_…', 'remit pay get pmt_… --json --query status'],

  async run({ context, args }) {
    const { payments } = await collectPayments(context, context.business());
    const found = payments.find(({ paymentId }) => paymentId === args.payment);
    if (found) return found;
    throw new ApiError(
      404,
      'not_found',
      `Neither a payable nor the journal shows payment ${args.payment}.`,
    );
  },

  sections: async ({ record }) => (await import('./payment-sections.ts')).paymentSections(record),
});
