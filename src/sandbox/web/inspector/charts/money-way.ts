/** The flow of funds of a payment, drawn from its entries in the ledger. */

import { newYorkDate } from '../../../../api/ach/calendar.ts';
import { debitsInTransit } from '../../../ledger/accounts.ts';
import { dayText, money } from '../../format.ts';
import { type Html, html } from '../../html.ts';
import { type Entry, readEntriesAbout } from '../ledger-entries.ts';
import type { PageContext } from '../page-context.ts';

/** A place that the money comes by. */
interface Station {
  readonly name: string;
  /** The cents that came here; 0 while none did. */
  readonly cents: number;
  /** The instant at which they came; null while none did. */
  readonly at: string | null;
  /** Whether the money is here now. */
  readonly isHere: boolean;
}

/** Returns the places of a payment's money in order, where it is now, and the way back of what was returned. */
export async function moneyWay(paymentId: string, pageContext: PageContext): Promise<Html> {
  const entries = await readEntriesAbout(paymentId, pageContext);
  const [sent] = entries;
  if (!sent) return html`<p class="empty">No money has moved yet.</p>`;
  const inTransit = stationOf('In transit', entries, (account) => account === debitsInTransit);
  const pending = stationOf('Pending for the payee', entries, isOf('pending'));
  const available = stationOf('Available to the payee', entries, isOf('available'));
  const back = entries.find(({ event }) => event === 'P3' || event === 'P4');
  const stations: readonly Station[] = [
    {
      ...inTransit,
      name: 'Payer’s bank',
      ...(back && { at: back.at }),
      isHere: back !== undefined,
    },
    inTransit,
    pending,
    available,
    await withdrawnSince(entries, pageContext),
  ];
  return html`<ol class="flow way">${stations.map(stationItem)}</ol>
    ${back ? html`<p class="way-back">← ${money(inTransit.cents)} went back to the payer’s bank on ${dateOf(back.at)}</p>` : ''}`;
}

const isOf = (kind: string) => (account: string) =>
  account.startsWith('biz.') && account.endsWith(`.${kind}`);

/** Returns a place by its account: a debit of an asset brings money to it, and so does a credit of a liability. */
function stationOf(
  name: string,
  entries: readonly Entry[],
  isAccount: (account: string) => boolean,
): Station {
  const moves = entries.flatMap(({ at, lines }) =>
    lines.filter(({ account }) => isAccount(account)).map(({ cents }) => ({ at, cents })),
  );
  const [first] = moves;
  const rest = moves.reduce((sum, { cents }) => sum + cents, 0);
  return { name, cents: Math.abs(first?.cents ?? 0), at: first?.at ?? null, isHere: rest !== 0 };
}

/** Returns what the payee withdrew since the money was available: it has one balance, of which this money is a part. */
async function withdrawnSince(entries: readonly Entry[], { db }: PageContext): Promise<Station> {
  const name = 'Later withdrawals';
  const settled = entries.find(({ event }) => event === 'P2');
  const account = settled?.lines.find((line) => isOf('available')(line.account))?.account ?? '';
  const { cents, at } = await db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_entries', 'ledger_entries.seq', 'ledger_lines.entry_seq')
    .select((eb) => [
      eb.fn.sum<number | null>('cents').as('cents'),
      eb.fn.max('ledger_entries.at').as('at'),
    ])
    .where('account', '=', account)
    .where('entry_seq', '>', settled?.seq ?? 0)
    .where('event', 'in', ['W1', 'W4'])
    .executeTakeFirstOrThrow();
  const sum = Number(cents ?? 0);
  return { name, cents: sum, at: sum > 0 ? at : null, isHere: false };
}

const dateOf = (moment: string): string => dayText(newYorkDate(new Date(moment)));

const stationItem = ({ name, cents, at, isHere }: Station): Html =>
  html`<li class="${at === null ? '' : isHere ? 'reached here' : 'reached'}"${isHere ? html` aria-current="step"` : ''}><span>${name}</span>
    <strong>${at === null ? '–' : money(cents)}</strong> <small>${at === null ? 'not yet' : dateOf(at)}${isHere ? ', is here now' : ''}</small></li>`;
