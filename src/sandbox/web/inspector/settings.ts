import { type FixedOptions, readConfig, readSetting, settings } from '../../context/settings.ts';
import { countEventsAfter } from '../../control/events.ts';
import { OWNER_EMAIL, ownerPassword } from '../../user/create.ts';
import { facts } from '../facts.ts';
import { badge, countText, emptyMark, money } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import type { PageContent, PageContext } from './page-context.ts';

/** Returns the page of the sandbox's settings and of its webhook. Commands change them. */
export async function settingsPage(pageContext: PageContext): Promise<PageContent> {
  const { db } = pageContext;
  const config = await readConfig(db);
  const options = await readSetting(db, settings.options);
  return {
    title: 'Settings',
    body: html`
      <h2>Operator</h2>
      ${facts([
        [
          'Payments are held from',
          html`<a href="${INSPECTOR_PATH}/payments?status=HELD">${money(config.holdThresholdCents)}</a>`,
        ],
        [
          'Reminders of a payable',
          config.reminderHours === null
            ? 'no limit'
            : `one in ${countText(config.reminderHours, 'hour')}`,
        ],
        [
          'Invitations are accepted by',
          config.strictEmail ? 'the addressee only' : 'anyone with the link',
        ],
      ])}
      <p class="faint">Change them with <code>remit sandbox config set</code>.</p>
      <h2>Sign-in of the owner</h2>
      ${facts([
        ['Email', OWNER_EMAIL],
        ['Password', html`<code>${ownerPassword(pageContext.engine)}</code>`],
      ])}
      <h2>Webhook</h2>
      ${await webhookFacts(pageContext)}
      <h2>Fixed when the sandbox was created</h2>
      ${facts([
        ['Seed', (await readSetting(db, settings.seed)) ?? null],
        ['Idempotency keys', options?.idempotency ?? null],
        ['A payable leaves APPROVED', leavesApproved(options?.initiateLeavesApproved)],
        ['Status of conflicts', options ? String(options.conflictStatus) : null],
        ['Unknown fields are refused', options?.strict === 'off' ? 'no' : 'yes'],
      ])}`,
  };
}

const leavesApproved = (when: FixedOptions['initiateLeavesApproved'] | undefined): string =>
  when === 'immediately' ? 'when its payment starts' : 'when its payment settles';

async function webhookFacts({ db }: PageContext): Promise<Html> {
  const webhook = await readSetting(db, settings.webhook);
  if (!webhook) {
    return html`<p class="empty">No webhook. Start the sandbox with <code>--webhook-url &lt;url&gt;</code>.</p>`;
  }
  const { url, after, failed, lastError } = webhook;
  return facts([
    ['Delivery to', url],
    [
      'Events to deliver',
      html`<a href="${INSPECTOR_PATH}/deliveries">${await countEventsAfter(after, db)}</a>`,
    ],
    ['Given up', failed === 0 ? emptyMark : html`${badge('failed')} ${countText(failed, 'event')}`],
    ['Last error', lastError],
  ]);
}
