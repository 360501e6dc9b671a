import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { option, toggle } from '../../cli/flags/flag.ts';
import { parseAmountCents } from '../../cli/flags/value-parsers.ts';
import { payMeFields } from '../../cli/link-fields.ts';
import { link } from '../../contract/link.ts';
import { toDollars } from '../../contract/money.ts';
import { recordSections } from '../../render/sections.ts';
import { recordOf } from '../../render/view.ts';
import { payMeColumns } from './columns.ts';

const get = command({
  name: 'get',
  summary: 'Show the pay-me link of a business and its eligibility',
  calls: [link.payMe],
  view: recordOf(payMeColumns),
  examples: ['remit link pay-me get', 'remit link pay-me get --json'],

  run: ({ context }) => context.call(link.payMe, { params: { businessId: context.business() } }),

  // The URL contains the token.
  sections: async ({ record }) =>
    recordSections(record, [['Pay-me link', ...payMeFields]], ['token']),
});

const configure = command({
  name: 'configure',
  summary: 'Enable or disable the pay-me link and set its amount range',
  calls: [link.configurePayMe],
  writes: true,
  flags: {
    enable: toggle('--enable', 'enable the link'),
    disable: toggle('--disable', 'disable the link: its URL stops working'),
    min: option(
      '--min <dollars>',
      'minimum amount (-F minAmount=null removes it)',
      parseAmountCents,
    ),
    max: option(
      '--max <dollars>',
      'maximum amount (-F maxAmount=null removes it)',
      parseAmountCents,
    ),
  },
  view: recordOf(payMeColumns),
  examples: [
    'remit link pay-me configure --enable --min 10 --max 5000',
    'remit link pay-me configure --disable --json',
  ],

  run({ context, flags: { enable, disable, min, max } }) {
    if (enable === disable) throw new UsageError('Either --enable or --disable is required.');
    if (min !== undefined && max !== undefined && min > max) {
      throw new UsageError('--min must not be more than --max.');
    }
    return context.call(link.configurePayMe, {
      params: { businessId: context.business() },
      body: {
        enabled: enable,
        ...(min !== undefined && { minAmount: toDollars(min) }),
        ...(max !== undefined && { maxAmount: toDollars(max) }),
      },
    });
  },
});

const regenerate = command({
  name: 'regenerate',
  summary: 'Replace the URL of the pay-me link',
  calls: [link.regeneratePayMe],
  writes: true,
  view: recordOf(payMeColumns),
  examples: ['remit link pay-me regenerate', 'remit link pay-me regenerate --yes --json'],

  async run({ context }) {
    const params = { businessId: context.business() };
    await context.confirm(
      [`Replace the pay-me link of business ${params.businessId}: the old URL stops working.`],
      'Replace it?',
    );
    return context.call(link.regeneratePayMe, { params });
  },
});

/** The commands about the link by which anybody can pay a business. */
export const payMe = {
  name: 'pay-me',
  summary: 'Manage the link through which anyone can pay a business',
  commands: [get, configure, regenerate],
};
