import { randomBytes } from 'node:crypto';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { ConditionError, UsageError } from '../../cli/errors.ts';
import { InvalidValueError, option, toggle } from '../../cli/flags/flag.ts';
import { wholeNumber } from '../../cli/flags/value-parsers.ts';
import { bank } from '../../contract/bank.ts';
import { recordOf } from '../../render/view.ts';
import { showUrl, withRedirectListener } from '../../service/polling.ts';
import { bankColumns } from './columns.ts';

const TIMEOUT_SECONDS = 300;

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
    noOpen: toggle('--no-open', 'print the URL, do not open a browser'),
    maxWait: option(
      '--max-wait <s>',
      `maximum wait in seconds (default ${TIMEOUT_SECONDS})`,
      wholeNumber(1, 86_400),
    ),
  },
  view: recordOf(bankColumns),
  examples: ['remit bank link', 'remit bank link -b biz_… --max-wait 60 --json'],

  async run({ context, flags }) {
    const businessId = context.business();
    const seconds = flags.maxWait ?? TIMEOUT_SECONDS;
    const open = !flags.noOpen && context.system.stderr.isTTY;
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
