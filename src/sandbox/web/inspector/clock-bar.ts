/** The clock of the inspector: its time, and forms that advance it, which say where they lead. */

import { addDays, advanceBusinessDays, newYorkDate } from '../../../api/ach/calendar.ts';
import { addDuration } from '../../control/clock.ts';
import { findRow } from '../../database/rows.ts';
import { momentText, timeText, weekdayOf } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { type DueGroup, jobsText, readDueGroups, shortMoney } from './due-jobs.ts';
import { formFields, type PageContext } from './page-context.ts';

export async function clockBar(pageContext: PageContext): Promise<Html> {
  const { engine } = pageContext;
  const now = engine.now();
  const isFrozen = engine.clock().mode === 'frozen';
  const [date, ...hour] = timeText(now.toISOString()).split(' ');
  return html`<section class="clock" aria-label="Clock">
    <p class="now"><strong><time datetime="${now.toISOString()}">${weekdayOf(now)} ${date} <span>${hour.join(' ')}</span></time></strong>
      <span>${isFrozen ? 'Clock is frozen' : 'Clock is running'}</span></p>
    <form method="post" action="${INSPECTOR_PATH}/clock/advance" class="next">
      ${formFields(pageContext)}
      ${await nextButton(pageContext)}
    </form>
    <details class="menu"><summary class="button">Advance</summary><div>
    <form method="post" action="${INSPECTOR_PATH}/clock/advance">
      ${formFields(pageContext)}
      ${await settlementButton(pageContext)}
      ${steps.map(({ label, name, value, target }) =>
        travelButton({ name, value, label, detail: momentText(target(now)) }),
      )}
    </form>
    <form method="post" action="${INSPECTOR_PATH}/clock/advance">
      ${formFields(pageContext)}
      <input type="date" name="date" aria-label="Date to advance to, at 09:00" required
        min="${addDays(newYorkDate(now), 1)}">
      <button>Go</button>
    </form>
    <form method="post" action="${INSPECTOR_PATH}/clock/mode" class="mode">
      ${formFields(pageContext)}
      <button name="mode" value="${isFrozen ? 'real' : 'frozen'}">${isFrozen ? 'Run' : 'Freeze'}</button>
    </form></div></details>
  </section>`;
}

/** A button that advances the clock: a field of the form, its label, and where it leads. */
interface TravelButton {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly detail: string;
  readonly kind?: string;
}

const travelButton = ({ name, value, label, detail, kind = '' }: TravelButton): Html =>
  html`<button name="${name}" value="${value}" class="${kind}">${label} <small>${detail}</small></button>`;

/** The fixed steps of the clock, with the instants that they lead to. */
const steps = [
  {
    ...{ label: '+1 hour', name: 'by', value: 'PT1H' },
    target: (now: Date) => addDuration(now, 'PT1H') ?? now,
  },
  {
    ...{ label: '+1 day', name: 'by', value: 'P1D' },
    target: (now: Date) => addDuration(now, 'P1D') ?? now,
  },
  {
    ...{ label: 'Next business day', name: 'businessDays', value: '1' },
    target: (now: Date) => advanceBusinessDays(now, 1),
  },
] as const;

async function nextButton(pageContext: PageContext): Promise<Html | string> {
  const [next, ...others] = await readDueGroups(pageContext, 1);
  if (!next) return '';
  const detail = `${momentText(new Date(next.due_at))}: ${dueText(next)}${others.length > 0 ? ' and more' : ''}`;
  return travelButton({
    ...{ name: 'to', value: next.due_at, label: 'Next due job', detail, kind: 'primary' },
  });
}

/**
 * Returns what is due, with its amount.
 *
 * @example `payment returns, $55.01`
 */
const dueText = (group: DueGroup): string =>
  [jobsText(group), ...(group.cents === null ? [] : [shortMoney(group.cents)])].join(', ');

/** Returns the button that advances to the end of the payment that the page is about, if it has none yet. */
async function settlementButton({ db, params }: PageContext): Promise<Html | string> {
  const id = params['id'] ?? '';
  if (!id.startsWith('pmt_')) return '';
  const payment = await findRow(db, 'payments', id);
  if (!payment || !unsettled.has(payment.status)) return '';
  return travelButton({
    name: 'untilState',
    value: `payment:${id}:${endings.join(',')}`,
    label: 'Until this payment settles',
    detail:
      payment.settle_at === null ? '' : `${momentText(new Date(payment.settle_at))}, if it does`,
  });
}

const unsettled: ReadonlySet<string> = new Set(['SCHEDULED', 'PENDING', 'PROCESSING']);

/** The statuses from which a payment does not go on by itself. */
const endings = ['COMPLETED', 'FAILED', 'HELD', 'CANCELLED'];
