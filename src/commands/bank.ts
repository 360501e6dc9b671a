import { randomBytes } from 'node:crypto';
import { parseAmount, toDollars } from '../api/money.ts';
import { AccountType, type BankAccount, bank } from '../api/operations/bank.ts';
import { command } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import {
  argument,
  InvalidValueError,
  option,
  type Parse,
  requiredChoice,
  requiredOption,
  toggle,
} from '../cli/flags/flag.ts';
import { globals } from '../cli/flags/global-flags.ts';
import { MAX_WAIT_SECONDS, maxWaitFlag } from '../cli/flags/max-wait-flag.ts';
import { file, reference, words } from '../cli/flags/value-parsers.ts';
import { chooseFilters } from '../cli/list/choose-filters.ts';
import { fieldFilter } from '../cli/list/record-filter.ts';
import { selectRecords } from '../cli/list/select-records.ts';
import { rowsOfBusiness } from '../cli/own-business.ts';
import { ConditionError, UsageError } from '../money/errors.ts';
import { checkAccount } from '../money/gate/relations.ts';
import { columns, listOf, recordOf } from '../render/view.ts';
import { showUrl, withRedirectListener } from '../runtime/polling.ts';

const bankColumns = columns(
  'id #1',
  'businessId #7',
  'name #2',
  'accountType #6',
  'last4 #3',
  'status:state #4',
  'isDefault:boolean #5',
);

const listFilters = {
  business: fieldFilter<BankAccount, string | undefined>('businessId', globals.business),
};

export const list = command({
  name: 'list',
  summary: "List the bank accounts of the account's businesses",
  about: 'With an explicit --business, only those of that business.',
  calls: [bank.list],
  shows: 'bank',
  view: listOf(bankColumns, 'No bank accounts.'),
  examples: {
    'List all bank accounts': 'remit bank list',
    'Export those of one business as CSV': 'remit bank list -b biz_… --csv',
  },

  run({ context }) {
    const query = { businessId: context.globalFlags.business };
    const rows = context.records<BankAccount>(bank.list, { query });
    const own = rowsOfBusiness(context, rows);
    return selectRecords(context, own, chooseFilters(listFilters, context.globalFlags));
  },
});

export const link = command({
  name: 'link',
  summary: 'Link a bank account, selected in a browser',
  about: [
    'Opens the page of the bank-linking provider, waits until an account is selected, and links it.',
    'If the service does not return the URL of that page, set --provider-url; token, redirect and state are added to it.',
    'Exits with 7 if no account was selected, 15 on a timeout. Without a browser: bank link-token, then bank connect.',
  ].join('\n'),
  calls: [bank.connect, bank.linkToken],
  extraExits: ['waited'],
  writes: true,
  flags: {
    providerUrl: option('--provider-url <url>', "URL of the provider's page", webAddress),
    noBrowser: toggle('--no-browser', 'print the URL, do not open a browser'),
    maxWait: maxWaitFlag,
  },
  view: recordOf(bankColumns),
  examples: {
    'Choose a bank account in the browser': 'remit bank link',
    'Wait at most a minute, and print the result as JSON':
      'remit bank link -b biz_… --max-wait 60 --json',
  },

  async run({ context, flags }) {
    const businessId = context.business();
    const seconds = flags.maxWait ?? MAX_WAIT_SECONDS;
    const open = !flags.noBrowser && context.system.stderr.isTTY;
    const chosen = context.writeFlags?.dryRun
      ? { publicToken: '<from the provider>', accountId: '<selected there>' }
      : await choose(context, flags.providerUrl, { open, seconds });
    return context.call(bank.connect, { body: { ...chosen, businessId } });
  },
});

/**
 * Sends a person to the provider and waits for the redirect with the chosen account. A visit without our state is
 * refused.
 */
async function choose(
  context: Context,
  providerUrl: string | undefined,
  { open, seconds }: { open: boolean; seconds: number },
): Promise<{ publicToken: string; accountId: string }> {
  const { linkToken, url } = await context.call(bank.linkToken, {});
  const page = pageAt(providerUrl ?? url, linkToken);
  const answer = await withRedirectListener(context, async ({ url: redirect, visit }) => {
    const state = randomBytes(16).toString('base64url');
    page.searchParams.set('redirect', redirect);
    page.searchParams.set('state', state);
    await showUrl(context, page.href, { reason: 'Select your bank here', open });
    return visit(
      (query) => query.get('state') === state && (isChoice(query) || query.has('error')),
      {
        seconds,
        message: `Timed out after ${seconds} s: no bank account was selected.`,
        next: ['remit bank list', 'run it again with a longer --max-wait'],
      },
    );
  });
  const error = answer.get('error');
  if (error !== null) {
    throw new ConditionError('refused', error, 'No bank account was selected.', {
      next: ['remit bank link', 'remit bank connect-manual'],
    });
  }
  return {
    publicToken: answer.get('public_token') ?? '',
    accountId: answer.get('account_id') ?? '',
  };
}

const isChoice = (query: URLSearchParams): boolean =>
  Boolean(query.get('public_token')) && Boolean(query.get('account_id'));

function pageAt(address: string | null | undefined, linkToken: string): URL {
  if (address == null || !URL.canParse(address)) {
    throw new UsageError('The service did not return the URL of its bank-linking provider.', {
      next: [
        'remit bank link --provider-url <url>',
        'remit bank link-token and remit bank connect, with a page of your own',
        'remit bank connect-manual, which needs no provider',
      ],
    });
  }
  const page = new URL(address);
  page.searchParams.set('token', linkToken);
  return page;
}

/**
 * Parses an https URL, or an http URL of this machine: the URL carries the link token, which is sent in the clear on
 * this machine only.
 */
function webAddress(text: string): string {
  const { protocol = '', hostname = '' } = URL.canParse(text) ? new URL(text) : {};
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback)) return text;
  throw new InvalidValueError('must be an https URL, or an http URL on this machine');
}

const linkToken = command({
  name: 'link-token',
  isHidden: true,
  summary: 'Get a short-lived token for the bank-linking provider',
  calls: [bank.linkToken],
  view: recordOf(columns('linkToken', 'expiration:time')),
  examples: {
    'Get a token': 'remit bank link-token',
    'Print only the token': 'remit bank link-token --json --query linkToken',
  },

  run: ({ context }) => context.call(bank.linkToken, {}),
});

const connect = command({
  name: 'connect',
  isHidden: true,
  summary: 'Link a bank account selected at the bank-linking provider',
  calls: [bank.connect],
  writes: true,
  flags: {
    publicTokenFile: requiredOption(
      '--public-token-file <file|->',
      'file containing the public token returned by the provider',
      file,
    ),
    providerAccount: requiredOption('--provider-account <id>', 'account selected there', words),
  },
  view: recordOf(bankColumns),
  examples: {
    "Link an account with the provider's token in a file":
      'remit bank connect --public-token-file token.txt --provider-account acct_checking_0000',
    'Read the token from standard input':
      'remit bank connect --public-token-file - --provider-account acct_checking_0000 -b biz_… --json',
  },

  run: async ({ context, flags }) =>
    context.call(bank.connect, {
      body: {
        businessId: context.business(),
        publicToken: await context.files.readSecret(flags.publicTokenFile, 'Public token'),
        accountId: flags.providerAccount,
      },
    }),
});

const connectManual = command({
  name: 'connect-manual',
  summary: 'Link a bank account by its numbers, with two micro-deposits',
  about:
    'The account number comes from a file, standard input or a hidden prompt, never from the command line.',
  calls: [bank.connectManually],
  writes: true,
  flags: {
    routing: requiredOption('--routing <number>', 'routing number, nine digits', routingNumber),
    accountNumberFile: option(
      '--account-number-file <file|->',
      'file containing the account number',
      file,
    ),
    type: requiredChoice('--type <type>', 'type of the account', AccountType.options),
    name: requiredOption('--name <name>', 'name of the account', words),
  },
  view: recordOf(bankColumns),
  examples: {
    'Link a checking account whose number is in a file':
      'remit bank connect-manual --routing 110000000 --account-number-file number.txt --type checking --name Operating',
    'Read the number from standard input':
      'remit bank connect-manual --routing 110000000 --account-number-file - --type checking --name Operating -b biz_… --json',
  },

  run: async ({ context, flags }) =>
    context.call(bank.connectManually, {
      body: {
        businessId: context.business(),
        routingNumber: flags.routing,
        accountNumber:
          flags.accountNumberFile === undefined
            ? await context.prompt.secret(
                { label: 'Account number', flag: '--account-number-file <file|->' },
                (text) => (/^\d{4,17}$/.test(text) ? undefined : 'It must be 4 to 17 digits.'),
              )
            : await context.files.readSecret(flags.accountNumberFile),
        accountType: flags.type,
        name: flags.name,
      },
    }),
});

/** Parses nine digits. The service decides whether a bank has that number. */
function routingNumber(text: string): string {
  if (/^\d{9}$/.test(text)) return text;
  throw new InvalidValueError('must be nine digits');
}

/** The amount of a micro-deposit, in cents: dollars below $1.00, so that a person who types cents loses no attempt. */
const microDeposit: Parse<number> = (text) => {
  const cents = parseAmount(text);
  if (cents !== undefined && cents > 0 && cents < 100) return cents;
  throw new InvalidValueError(
    `must be dollars below $1.00, such as 0.05 for 5 cents, not '${text}'`,
  );
};

export const verify = command({
  name: 'verify',
  summary: 'Verify a bank account by the amounts of two micro-deposits',
  about: 'The order of the amounts does not matter. The number of attempts is limited.',
  calls: [bank.verifyMicroDeposits, bank.list],
  writes: true,
  args: {
    bank: argument('<bank>', 'bank account (id or name)', reference),
    amount1: argument('<amount1>', 'first amount, dollars below $1.00', microDeposit),
    amount2: argument('<amount2>', 'second amount, dollars below $1.00', microDeposit),
  },
  view: recordOf(bankColumns),
  examples: {
    'Verify with the two amounts that arrived': 'remit bank verify fs_… 0.03 0.07',
    'Verify in a script': 'remit bank verify fs_… 0.03 0.07 --json',
  },

  async run({ context, args }) {
    await checkAccount(context, args.bank, context.globalFlags.business);
    return context.call(bank.verifyMicroDeposits, {
      params: { fundingSourceId: args.bank },
      body: { amount1: toDollars(args.amount1), amount2: toDollars(args.amount2) },
    });
  },
});

const setDefault = command({
  name: 'set-default',
  summary: 'Make a bank account the default of its business',
  calls: [bank.setDefault, bank.list],
  writes: true,
  args: { bank: argument('<bank>', 'bank account', reference) },
  view: recordOf(bankColumns),
  examples: {
    'Make an account the default': 'remit bank set-default fs_…',
    'Set it in a script': 'remit bank set-default fs_… --json',
  },

  async run({ context, args }) {
    await checkAccount(context, args.bank, context.globalFlags.business);
    return context.call(bank.setDefault, { params: { fundingSourceId: args.bank } });
  },
});

const remove = command({
  name: 'remove',
  summary: 'Remove a bank account that has no pending payments',
  calls: [bank.remove, bank.list],
  writes: true,
  args: { bank: argument('<bank>', 'bank account', reference) },
  view: recordOf(columns('id', 'status:state', 'removedAt:time')),
  examples: {
    'Remove an account': 'remit bank remove fs_…',
    'Remove it in a script, without a prompt': 'remit bank remove fs_… --yes --json',
  },

  async run({ context, args }) {
    await checkAccount(context, args.bank, context.globalFlags.business);
    await context.confirm([`Remove bank account ${args.bank}.`], 'Remove it?');
    return context.call(bank.remove, { params: { fundingSourceId: args.bank } });
  },
});

export const commands = [list, link, linkToken, connect, connectManual, verify, setDefault, remove];
