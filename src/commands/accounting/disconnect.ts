import { command } from '../../cli/command.ts';
import { accounting } from '../../contract/accounting.ts';
import { columns, recordOf } from '../../render/view.ts';

export const disconnect = command({
  name: 'disconnect',
  summary: 'Disconnect the accounting system; what was synced stays',
  calls: [accounting.disconnect, accounting.status],
  writes: true,
  view: recordOf(columns('status:state', 'disconnectedAt:time')),
  examples: ['remit accounting disconnect', 'remit accounting disconnect --yes --json'],

  async run({ context }) {
    const params = { businessId: context.business() };
    const { companyName } = await context.call(accounting.status, { params });
    await context.confirm(
      [
        `Disconnect the books${companyName ? ` of ${companyName}` : ''} from business ${params.businessId}.`,
        'What was synced stays there, and nothing more is synced.',
      ],
      'Disconnect them?',
    );
    return context.call(accounting.disconnect, { params });
  },
});
