import { toDollars } from '../api/money.ts';
import { link } from '../api/operations/link.ts';
import { payable } from '../api/operations/payable.ts';
import { command } from '../cli/command.ts';
import { option, requiredOption } from '../cli/flags/flag.ts';
import { email, parseAmountCents } from '../cli/flags/value-parsers.ts';
import { payMeFields } from '../cli/link-fields.ts';
import {
  findPayable,
  numberFlags,
  payableArgument,
  payableUses,
} from '../cli/payable/find-payable.ts';
import { UsageError } from '../money/errors.ts';
import { assertPayableUnchanged } from '../money/gate/changes.ts';
import { describePayable } from '../money/gate/describe-payable.ts';
import { cuttable } from '../render/cuttable.ts';
import { recordSections } from '../render/sections.ts';
import { columns, recordOf } from '../render/view.ts';

const linkColumns = columns('nanoId', 'status:state', 'url');

const payMeColumns = columns(
  'businessId',
  'eligible',
  'ineligibleReasons',
  'enabled',
  'minAmount:money',
  'maxAmount:money',
  'url',
  'updatedAt:time',
);

const get = command({
  name: 'get',
  summary: 'Show the payment link of a payable',
  calls: [link.get, payable.get, payable.list],
  args: { payable: payableArgument() },
  flags: numberFlags,
  view: recordOf(linkColumns),
  examples: {
    'Show the link': 'remit link get pay_…',
    'Print it as JSON': 'remit link get pay_… --json',
  },

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.read, flags);
    return context.call(link.get, {
      params: { businessId: context.business(), payableId: id },
    });
  },

  sections: async ({ record }) =>
    recordSections(record, [['Payment link', 'status:state', 'url=URL', 'nanoId=Link id']]),
});

const enable = command({
  name: 'enable',
  summary: 'Enable a payment link, for payers without an account',
  calls: [link.enable, payable.get, payable.list],
  writes: true,
  args: { payable: payableArgument() },
  flags: numberFlags,
  view: recordOf(linkColumns),
  examples: {
    'Enable a link': 'remit link enable pay_…',
    'Enable it in a script': 'remit link enable pay_… --json',
  },

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.link, flags);
    return context.call(link.enable, {
      params: { businessId: context.business(), payableId: id },
    });
  },
});

const disable = command({
  name: 'disable',
  summary: 'Disable the payment link of a payable',
  calls: [link.disable, payable.get, payable.list],
  writes: true,
  args: {
    payable: payableArgument('payable to change'),
  },
  flags: numberFlags,
  view: recordOf(linkColumns),
  examples: {
    'Disable a link': 'remit link disable pay_…',
    'Disable it in a script, without a prompt': 'remit link disable pay_… --yes --json',
  },

  async run({ context, args, flags }) {
    const found = await findPayable(context, args.payable, payableUses.disableLink, flags);
    const params = { businessId: context.business(), payableId: found.id };
    const isAsked = await context.confirm(
      [
        cuttable`Disable the payment link of ${describePayable(found)}: it can no longer be used to pay.`,
      ],
      'Disable it?',
    );
    if (isAsked) assertPayableUnchanged(found, await context.call(payable.get, { params }));
    return context.call(link.disable, { params });
  },
});

const send = command({
  name: 'send',
  summary: 'Email the payment link of a payable',
  about: 'The link must be enabled.',
  calls: [link.send, payable.get, payable.list],
  writes: true,
  args: { payable: payableArgument() },
  flags: {
    ...numberFlags,
    email: requiredOption('--email <email>', 'email address to send it to', email),
  },
  view: recordOf(linkColumns),
  examples: {
    'Email the link to the payer': 'remit link send pay_… --email ap@acme.test',
    'Send it in a script': 'remit link send pay_… --email ap@acme.test --json',
  },

  async run({ context, args, flags }) {
    const { id } = await findPayable(context, args.payable, payableUses.link, flags);
    return context.call(link.send, {
      params: { businessId: context.business(), payableId: id },
      body: { email: flags.email },
    });
  },
});

const getPayMe = command({
  name: 'get',
  summary: 'Show the pay-me link of a business and its eligibility',
  calls: [link.payMe],
  view: recordOf(payMeColumns),
  examples: {
    'Show the link': 'remit link pay-me get',
    'Print it as JSON': 'remit link pay-me get --json',
  },

  run: ({ context }) => context.call(link.payMe, { params: { businessId: context.business() } }),

  // The URL contains the token.
  sections: async ({ record }) =>
    recordSections(record, [['Pay-me link', ...payMeFields]], ['token']),
});

const enablePayMe = command({
  name: 'enable',
  summary: 'Enable the pay-me link, or change its amount range',
  calls: [link.configurePayMe],
  writes: true,
  flags: {
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
  examples: {
    'Accept payments from $10 to $5,000': 'remit link pay-me enable --min 10 --max 5000',
    'Print only the URL': 'remit link pay-me enable --json --query url',
  },

  run({ context, flags: { min, max } }) {
    if (min !== undefined && max !== undefined && min > max) {
      throw new UsageError('--min must not be more than --max.');
    }
    return context.call(link.configurePayMe, {
      params: { businessId: context.business() },
      body: {
        enabled: true,
        ...(min !== undefined && { minAmount: toDollars(min) }),
        ...(max !== undefined && { maxAmount: toDollars(max) }),
      },
    });
  },
});

const disablePayMe = command({
  name: 'disable',
  summary: 'Disable the pay-me link: its URL stops working',
  calls: [link.configurePayMe],
  writes: true,
  view: recordOf(payMeColumns),
  examples: {
    'Disable the link': 'remit link pay-me disable',
    'Disable it in a script': 'remit link pay-me disable --json',
  },

  run: ({ context }) =>
    context.call(link.configurePayMe, {
      params: { businessId: context.business() },
      body: { enabled: false },
    }),
});

const regenerate = command({
  name: 'regenerate',
  summary: 'Replace the URL of the pay-me link',
  calls: [link.regeneratePayMe],
  writes: true,
  view: recordOf(payMeColumns),
  examples: {
    'Replace the URL': 'remit link pay-me regenerate',
    'Replace it in a script, without a prompt': 'remit link pay-me regenerate --yes --json',
  },

  async run({ context }) {
    const params = { businessId: context.business() };
    await context.confirm(
      [`Replace the pay-me link of business ${params.businessId}: the old URL stops working.`],
      'Replace it?',
    );
    return context.call(link.regeneratePayMe, { params });
  },
});

const payMe = {
  name: 'pay-me',
  summary: 'Manage the link through which anyone can pay a business',
  commands: [getPayMe, enablePayMe, disablePayMe, regenerate],
};

export const commands = [get, enable, disable, send, payMe];
