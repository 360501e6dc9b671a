import { command } from '../../cli/command.ts';
import { accounting } from '../../contract/accounting.ts';
import { recordSections } from '../../render/sections.ts';
import { recordOf } from '../../render/view.ts';
import { statusColumns } from './columns.ts';

export const status = command({
  name: 'status',
  summary: 'Show whether an accounting system is connected',
  calls: [accounting.status],
  view: recordOf(statusColumns),
  examples: ['remit accounting status', 'remit accounting status --json --query connected'],

  run: ({ context }) =>
    context.call(accounting.status, { params: { businessId: context.business() } }),

  sections: async ({ record }) =>
    recordSections(record, [
      [
        'Accounting system',
        'provider',
        'companyName=Company',
        'accountingIntegrationId=Integration',
        'status:state',
        'connected:boolean',
        'error',
      ],
      ['Dates', 'connectedAt:time=Connected', 'lastSyncAt:time=Last sync'],
    ]),
});
