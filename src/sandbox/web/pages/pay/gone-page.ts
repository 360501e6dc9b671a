/** Pages of links that were issued and no longer lead to a payment (410). */

import { displayNameOf } from '../../../business/records.ts';
import type { HandlerContext } from '../../../context/handler-context.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { rowAt } from '../../../database/rows.ts';
import { addresseeOf } from '../../../notifications/outbox.ts';
import { type Html, html } from '../../html.ts';
import { layout } from '../../page.ts';
import { contactLine } from './linked-invoice.ts';

/** The reason why a link that was once issued takes no payment. */
export type GoneReason =
  | 'cancelled'
  | 'declined'
  | 'disabled'
  | 'replaced'
  | 'unavailable'
  | 'checkoutExpired';

/** Returns the page that says so, and whom to ask. `way` is placed below the words. */
export async function gonePage(
  context: HandlerContext,
  payeeId: string,
  reason: GoneReason,
  way: Html = html``,
): Promise<Reply> {
  const payee = await rowAt(context.db, 'businesses', payeeId);
  const { title, sentence } = words[reason];
  return layout({
    status: 410,
    title,
    body: html`<h1>${title}</h1>
      <p>${sentence(displayNameOf(payee))}</p>
      ${way}
      ${contactLine(payee, await addresseeOf(context.db, payeeId))}`,
  });
}

interface GoneWords {
  readonly title: string;
  /** Takes the name of the payee. */
  readonly sentence: (payee: string) => string;
}

const words: Readonly<Record<GoneReason, GoneWords>> = {
  cancelled: {
    title: 'This invoice was cancelled',
    sentence: (payee) => `${payee} cancelled it. Nothing is owed, and nothing can be paid here.`,
  },
  declined: {
    title: 'This invoice is closed',
    sentence: (payee) => `It was declined, and cannot be paid here. Ask ${payee} about it.`,
  },
  disabled: {
    title: 'This link was turned off',
    sentence: (payee) =>
      `${payee} turned it off, and nothing can be paid here. A payment made before is not affected.`,
  },
  replaced: {
    title: 'This link was replaced',
    sentence: (payee) =>
      `${payee} replaced it by a new one, and nothing can be paid here. Ask ${payee} for the new link.`,
  },
  unavailable: {
    title: 'This link cannot be used now',
    sentence: (payee) => `Payments to ${payee} by link are not possible at the moment.`,
  },
  checkoutExpired: {
    title: 'This checkout has expired',
    sentence: (payee) => `Nothing was paid to ${payee}: it was open for more than four hours.`,
  },
};
