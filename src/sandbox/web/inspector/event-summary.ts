/** The summary of the events that a form caused: names and amounts, colored by outcome. */

import { type Kysely, sql } from 'kysely';
import { eventTypes } from '../../../api/operations/event-types.ts';
import { lastEventSeq } from '../../control/events.ts';
import type { Row, SandboxTables } from '../../database/tables.ts';
import { capitalized, countText, money, statusToneOf } from '../format.ts';
import { type Html, html } from '../html.ts';
import { INSPECTOR_PATH } from '../page-paths.ts';
import { shortMoney } from './due-jobs.ts';
import { linkTo, namesOf, type PageContext } from './page-context.ts';

/** Up to this many events are told one by one, more of them by type. */
const MAX_SHOWN = 5;
/** Events that are counted and summed. */
const MAX_COUNTED = 10_000;

/** A range of events: those after `since`, up to `until`. */
interface EventRange {
  readonly since: number;
  readonly until: number;
}

/**
 * Runs `work` and returns the events it caused as a part of a query.
 *
 * @example `since=4&until=7`
 */
export async function withEventSummary(
  db: Kysely<SandboxTables>,
  work: () => Promise<unknown>,
): Promise<string> {
  const before = await lastEventSeq(db);
  await work();
  return `since=${before}&until=${await lastEventSeq(db)}`;
}

/** Returns what the last form caused, or nothing if the page was not opened by a form. */
export async function eventSummary(pageContext: PageContext): Promise<Html> {
  const { query } = pageContext;
  const [since, until] = ['since', 'until'].map((name) => Number(query.get(name) ?? Number.NaN));
  if (since === undefined || until === undefined || !(since <= until)) return html``;
  const counted = { since, until: Math.min(until, since + MAX_COUNTED) };
  const types = withoutConsequences(await countsByType(pageContext, counted));
  const total = types.reduce((sum, { count }) => sum + count, 0);
  const lines =
    total <= MAX_SHOWN
      ? await eventLines(pageContext, counted, types)
      : types.map((type) => html`<li class="${toneOf(type.type)}">${typeText(type)}</li>`);
  return html`<section class="happened" role="status">
    <strong>${until === since ? 'Done. No events.' : `${countText(until - since, 'event')}.`}</strong>
    <ul>${lines}</ul>
    ${until > counted.until ? html`<p>The first ${MAX_COUNTED.toLocaleString('en-US')} are counted.</p>` : ''}
    ${total > MAX_SHOWN ? html`<a href="${INSPECTOR_PATH}/events">All events</a>` : ''}
  </section>`;
}

/** The events of a type, with the sum of the payments or withdrawals that they are about. */
interface TypeCount {
  readonly type: string;
  readonly count: number;
  readonly cents: number | null;
}

async function countsByType({ db }: PageContext, range: EventRange): Promise<TypeCount[]> {
  const rows = await db
    .selectFrom('events')
    .leftJoin('payments', 'payments.id', 'events.resource_id')
    .leftJoin('withdrawals', 'withdrawals.id', 'events.resource_id')
    .select(({ fn }) => [
      'type',
      fn.countAll<number>().as('count'),
      sql<number | null>`sum(coalesce(payments.cents, withdrawals.cents))`.as('cents'),
    ])
    .where('events.seq', '>', range.since)
    .where('events.seq', '<=', range.until)
    .groupBy('type')
    .orderBy(({ fn }) => fn.min('events.seq'))
    .execute();
  return rows.map(({ type, count, cents }) => ({
    type,
    count: Number(count),
    cents: cents === null ? null : Number(cents),
  }));
}

/** Leaves out what happens to payables because of their payments, unless nothing else happened. */
function withoutConsequences(types: readonly TypeCount[]): readonly TypeCount[] {
  const others = types.filter(({ type }) => !consequences.has(type));
  return others.length > 0 ? others : types;
}

const consequences: ReadonlySet<string> = new Set([
  'payable.paid',
  'payable.scheduled',
  'payable.reopened',
]);

async function eventLines(
  pageContext: PageContext,
  { since, until }: EventRange,
  types: readonly TypeCount[],
): Promise<readonly Html[]> {
  const names = types.map(({ type }) => type);
  const events = await pageContext.db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', until)
    .where('type', 'in', names.length > 0 ? names : [''])
    .orderBy('seq')
    .execute();
  const sides = events.flatMap((event) => [event.business_id, payeeOf(event)]);
  const nameOf = await namesOf(sides, pageContext);
  return events.map(
    (event) =>
      html`<li class="${toneOf(event.type)}">${eventText(event, nameOf)} ${linkTo(event.resource_id, pageContext)}</li>`,
  );
}

/**
 * Returns what happened, to payments and withdrawals with names and amounts.
 *
 * @example `Payment of $55.01 from Acme Hotels LLC to Coastal Linen Inc was returned (R01)`
 */
function eventText(event: Row<'events'>, nameOf: (id: string | null) => string): string {
  const { noun, verb, sentence } = wordsOf(event.type);
  if (noun === undefined) return sentence;
  const { amount, failureCode } = JSON.parse(event.data);
  const payee = payeeOf(event);
  const from = event.business_id === payee ? '' : ` from ${nameOf(event.business_id)}`;
  const to = payee === null ? '' : ` to ${nameOf(payee)}`;
  const code = typeof failureCode === 'string' ? ` (${failureCode})` : '';
  return `${noun} of ${money(Math.round(amount * 100))}${from}${to} ${verb}${code}`;
}

function payeeOf({ data }: Row<'events'>): string | null {
  const { payeeBusinessId } = JSON.parse(data);
  return typeof payeeBusinessId === 'string' ? payeeBusinessId : null;
}

/**
 * Returns what happened several times.
 *
 * @example `412 payments settled · $1.1M`, `An invitation expired × 3`
 */
function typeText({ type, count, cents }: TypeCount): string {
  const { noun, verb, sentence } = wordsOf(type);
  if (noun === undefined)
    return count === 1 ? sentence : `${sentence} × ${count.toLocaleString('en-US')}`;
  const amount = cents === null ? '' : ` · ${shortMoney(cents)}`;
  return `${countText(count, noun.toLowerCase())} ${count === 1 ? verb : verb.replace(/^was /, 'were ')}${amount}`;
}

/** Returns the sentence of a type of event; for transfers also its noun and its verb. */
function wordsOf(type: string) {
  const sentence = new Map<string, string>(Object.entries(eventTypes)).get(type) ?? type;
  const [, noun, verb = ''] = /^A (?:\w+ )?(payment|withdrawal) (.*)$/.exec(sentence) ?? [];
  return { noun: noun && capitalized(noun), verb, sentence };
}

/** Returns the tone of what happened: that of the status it led to, or its own. */
function toneOf(type: string): string {
  const outcome = type.split('.')[1] ?? '';
  return tones[outcome] ?? statusToneOf(outcome);
}

const tones: Readonly<Record<string, string>> = {
  activated: 'good',
  accepted: 'good',
  initiated: 'busy',
  released: 'busy',
  expired: 'wary',
  cancelled: 'wary',
  applied: 'wary',
  rejected: 'bad',
  negative: 'bad',
  sync_failed: 'bad',
};
