import { accounting } from '../../api/operations/accounting.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { option, toggle } from '../../cli/flags/flag.ts';
import { MAX_WAIT_SECONDS, maxWaitFlag } from '../../cli/flags/max-wait-flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { ConditionError, UsageError } from '../../money/errors.ts';
import { columns, recordOf } from '../../render/view.ts';
import { showUrl, withRedirectListener } from '../../runtime/polling.ts';
import { statusColumns } from './integration.ts';

export const connect = command({
  name: 'connect',
  summary: 'Connect an accounting system (authorized in a browser)',
  about: [
    'Prints the URL where a user signs in to the accounting system and authorizes access (OAuth 2.0).',
    'With --wait the browser returns to this program, which then shows the connection: exit 7 if access was declined,',
    '15 on a timeout. Otherwise the browser goes to --redirect-uri.',
  ].join('\n'),
  calls: [accounting.connect, accounting.status],
  extraExits: ['waited'],
  writes: true,
  flags: {
    redirectUri: option('--redirect-uri <uri>', 'where to redirect the browser afterwards', words),
    browser: toggle('--browser', 'open the URL in a browser'),
    wait: toggle('--wait', 'wait until access is authorized'),
    maxWait: maxWaitFlag,
  },
  view: recordOf([...columns('authorizationUrl', 'state'), ...statusColumns]),
  examples: {
    'Authorize the connection in the browser':
      'remit accounting connect --redirect-uri https://books.example.com/back --browser',
    'Print the URL at which a person authorizes it':
      'remit accounting connect --redirect-uri https://books.example.com/back --json --query authorizationUrl',
  },

  async run({ context, flags }) {
    const { redirectUri, browser: open, wait, maxWait } = flags;
    checkFlags(flags);
    const businessId = context.business();
    if (wait)
      return waitForConsent(context, businessId, { open, seconds: maxWait ?? MAX_WAIT_SECONDS });
    const body = { redirectUri: redirectUri ?? '' };
    const started = await context.call(accounting.connect, { params: { businessId }, body });
    await showUrl(context, started.authorizationUrl, { reason: 'Authorize here', open });
    return started;
  },
});

function checkFlags({
  redirectUri,
  wait,
  maxWait,
}: {
  redirectUri: string | undefined;
  wait: boolean;
  maxWait: number | undefined;
}): void {
  if (wait === (redirectUri !== undefined)) {
    throw new UsageError(
      wait
        ? '--wait uses its own redirect URI: omit --redirect-uri.'
        : 'Either --redirect-uri or --wait is required.',
    );
  }
  if (maxWait !== undefined && !wait) throw new UsageError('--max-wait requires --wait.');
}

/** Sends a person to the consent page, waits for the redirect, and returns the integration that is connected then. */
async function waitForConsent(
  context: Context,
  businessId: string,
  { open, seconds }: { open: boolean; seconds: number },
) {
  const params = { businessId };
  const answer = await withRedirectListener(context, async ({ url, visit }) => {
    const body = { redirectUri: url };
    const { authorizationUrl } = await context.call(accounting.connect, { params, body });
    const state = URL.canParse(authorizationUrl)
      ? new URL(authorizationUrl).searchParams.get('state')
      : null;
    await showUrl(context, authorizationUrl, { reason: 'Authorize here', open });
    return visit(
      (query) =>
        (query.has('code') || query.has('error')) &&
        (state === null || query.get('state') === state),
      {
        seconds,
        message: `Timed out after ${seconds} s waiting for authorization.`,
        next: ['remit accounting status', 'run it again with a longer --max-wait'],
      },
    );
  });
  const error = answer.get('error');
  if (error !== null) {
    const message = `The accounting system was not connected: ${answer.get('error_description') ?? error}`;
    throw new ConditionError('refused', error, message, { next: ['remit accounting status'] });
  }
  return context.call(accounting.status, { params });
}
