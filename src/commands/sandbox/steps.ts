import { command } from '../../cli/command.ts';
import { argument, option, requiredChoice } from '../../cli/flag.ts';
import { id, words } from '../../cli/values.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control.ts';
import { dataFlag } from './place.ts';

const stepArgument = (steps: readonly string[]) =>
  requiredChoice('<step>', steps.join(', '), steps);

const failureFlags = {
  code: option('--code <code>', 'return code such as R01', words),
  reason: option('--reason <text>', 'reason in words', words),
};

const bodyOf = ({ code, reason }: { code: string | undefined; reason: string | undefined }) => ({
  ...(code !== undefined && { code }),
  ...(reason !== undefined && { reason }),
});

export const payment = command({
  name: 'payment',
  summary: 'Take a payment one step further, whatever the clock says',
  args: {
    payment: argument('<payment>', 'payment', id),
    step: stepArgument(['submit', 'complete', 'fail', 'return', 'hold', 'release', 'reject']),
  },
  flags: { ...dataFlag, ...failureFlags },
  view: recordOf(columns('paymentId', 'status:state', 'amount:money', 'payableId', 'failureCode')),
  examples: [
    'remit sandbox payment pmt_… complete',
    'remit sandbox payment pmt_… fail --code R01 --json',
  ],

  run: async ({ context, args, flags }) =>
    (await controlOf(context, flags.data)).call(
      'POST',
      `/sandbox/payments/${encodeURIComponent(args.payment)}/${args.step}`,
      bodyOf(flags),
    ),
});

export const withdrawal = command({
  name: 'withdrawal',
  summary: 'Take a withdrawal one step further, whatever the clock says',
  args: {
    withdrawal: argument('<withdrawal>', 'withdrawal', id),
    step: stepArgument(['submit', 'complete', 'fail']),
  },
  flags: { ...dataFlag, ...failureFlags },
  view: recordOf(columns('id', 'status:state', 'amount:money', 'fundingSourceId')),
  examples: [
    'remit sandbox withdrawal wd_… complete',
    'remit sandbox withdrawal wd_… fail --code R03 --json',
  ],

  run: async ({ context, args, flags }) =>
    (await controlOf(context, flags.data)).call(
      'POST',
      `/sandbox/withdrawals/${encodeURIComponent(args.withdrawal)}/${args.step}`,
      bodyOf(flags),
    ),
});

export const business = command({
  name: 'business',
  summary: 'Verify, suspend or reinstate a business',
  args: {
    business: argument('<business>', 'business', id),
    step: stepArgument(['verify', 'suspend', 'reinstate']),
  },
  flags: dataFlag,
  view: recordOf(columns('id', 'name', 'status:state')),
  examples: ['remit sandbox business biz_… verify', 'remit sandbox business biz_… suspend --json'],

  run: async ({ context, args, flags }) =>
    (await controlOf(context, flags.data)).call(
      'POST',
      `/sandbox/businesses/${encodeURIComponent(args.business)}/${args.step}`,
      {},
    ),
});
