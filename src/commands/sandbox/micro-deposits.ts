import { command } from '../../cli/command.ts';
import { argument, toggle } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

export const microDeposits = command({
  name: 'micro-deposits',
  summary: 'Show the micro-deposits of a bank account, or post them',
  args: { bank: argument('<bank>', 'bank account', id) },
  flags: { ...dataFlag, post: toggle('--post', 'post the micro-deposits now') },
  view: recordOf(
    columns(
      'fundingSourceId',
      'status:state',
      'amounts:json',
      'expectedPostDate:date',
      'attemptsRemaining:number',
    ),
  ),
  examples: [
    'remit sandbox micro-deposits fs_… --post',
    'remit sandbox micro-deposits fs_… --json --query amounts',
  ],

  async run({ context, args, flags: { data, post } }) {
    const { call } = await controlOf(context, data);
    const operation = post ? controls.postMicroDeposits : controls.readMicroDeposits;
    return call(operation, { params: { id: args.bank } });
  },
});
