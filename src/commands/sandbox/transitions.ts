/** The commands that move payments and withdrawals of the sandbox to another state. */

import { command } from '../../cli/command.ts';
import { argument, option, requiredChoice } from '../../cli/flags/flag.ts';
import { id, words } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { columns, listOf, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

const stepArgument = <const Step extends string>(steps: readonly Step[]) =>
  requiredChoice('<step>', steps.join(', '), steps);

const failureFlags = {
  code: option('--code <code>', 'ACH return code such as R01', words),
  reason: option('--reason <text>', 'reason text', words),
};

const bodyOf = ({ code, reason }: { code: string | undefined; reason: string | undefined }) => ({
  ...(code !== undefined && { code }),
  ...(reason !== undefined && { reason }),
});

export const payment = command({
  name: 'payment',
  summary: 'Show a payment, or advance it by one step regardless of the clock',
  args: {
    payment: argument('<payment>', 'payment', id),
    step: stepArgument([
      'show',
      'submit',
      'complete',
      'fail',
      'return',
      'hold',
      'release',
      'reject',
    ]),
  },
  flags: { ...dataFlag, ...failureFlags },
  view: recordOf(columns('paymentId', 'status:state', 'amount:money', 'payableId', 'failureCode')),
  examples: [
    'remit sandbox payment pmt_… complete',
    'remit sandbox payment pmt_… fail --code R01 --json',
  ],

  async run({ context, args: { payment: paymentId, step }, flags }) {
    const { call } = await controlOf(context, flags.data);
    const params = { id: paymentId };
    return step === 'show'
      ? call(controls.readPayment, { params })
      : call(controls.paymentSteps[step], { params, body: bodyOf(flags) });
  },
});

const withdrawalColumns = columns('id', 'status:state', 'amount:money', 'fundingSourceId');

export const withdrawal = command({
  name: 'withdrawal',
  summary: 'Advance a withdrawal by one step, regardless of the clock',
  args: {
    withdrawal: argument('<withdrawal>', 'withdrawal', id),
    step: stepArgument(['submit', 'complete', 'fail']),
  },
  flags: { ...dataFlag, ...failureFlags },
  view: recordOf(withdrawalColumns),
  examples: [
    'remit sandbox withdrawal wd_… complete',
    'remit sandbox withdrawal wd_… fail --code R03 --json',
  ],

  run: async ({ context, args, flags }) =>
    (await controlOf(context, flags.data)).call(controls.withdrawalSteps[args.step], {
      params: { id: args.withdrawal },
      body: bodyOf(flags),
    }),
});

export const withdrawals = command({
  name: 'withdrawals',
  summary: 'List withdrawals, oldest first (the API has no operation for it)',
  flags: { ...dataFlag, of: option('--of <business>', 'filter by business', id) },
  view: listOf(withdrawalColumns, 'No withdrawals.'),
  examples: [
    'remit sandbox withdrawals',
    'remit sandbox withdrawals --of biz_… --json --query "[].status"',
  ],

  run: async ({ context, flags: { data, of } }) =>
    (await controlOf(context, data)).call(controls.listWithdrawals, {
      query: { businessId: of },
    }),
});
