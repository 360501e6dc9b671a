import { command } from '../../cli/command.ts';
import { accounting } from '../../contract/accounting.ts';
import { columns, recordOf } from '../../render/view.ts';

export const disconnect = command({
  name: 'disconnect',
  summary: 'Disconnect the accounting system (synced records stay)',
  calls: [accounting.disconnect, accounting.status],
  writes: true,
  view: recordOf(columns('status:state', 'disconnectedAt:time')),
  examples: ['remit accounting disconnect', 'remit accounting disconnect --yes --json'],

  async run({ context }) {
    const params = { businessId: context.business() };
    const { companyName } = await context.call(accounting.status, { params });
    await context.confirm(
      [
        `Disconnect the accounting system${companyName ? ` of ${companyName}` : ''} from business ${params.businessId}.`,
        'Synced records stay there; nothing more is synced.',
      ],
      'Disconnect it?',
    );
    return context.call(accounting.disconnect, { params });
  },
});
