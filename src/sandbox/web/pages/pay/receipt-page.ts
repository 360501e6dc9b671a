import { centsOf } from '../../../../contract/money.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { type Receipt, showReceipt } from '../../../public-api/receipt.ts';
import { dateOf, longDate, money } from '../../format.ts';
import { html } from '../../html.ts';
import { layout } from '../../page.ts';
import type { PageRequest } from '../page-routes.ts';

/** Returns the receipt page with the status of the payment. */
export async function receiptPage({ context, param }: PageRequest): Promise<Reply> {
  const receipt = await showReceipt(context, param('publicId'));
  const { title, sentence, tone } = statusViews[receipt.status ?? ''] ?? unknown;
  return layout({
    title: `Receipt: ${title}`,
    body: html`<p class="standing ${tone}">${receipt.status}</p>
      <h1>${title}</h1>
      <p class="amount">${money(centsOf(receipt.amount))}</p>
      <p>${sentence}</p>
      <dl class="facts">
        ${detailsOf(receipt).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>
      <p class="fine">Keep the URL of this page to check your payment. Reload the page for the latest status.</p>`,
  });
}

function detailsOf(receipt: Receipt): readonly (readonly [string, string])[] {
  const { payee, createdAt, completedAt, estimatedSettlementDate, memo, paymentId } = receipt;
  const isOpen = ['PENDING', 'PROCESSING', 'SCHEDULED'].includes(receipt.status ?? '');
  const details: (readonly [string, string | null | undefined])[] = [
    ['To', displayNameOf(payee)],
    ['Paid on', createdAt && dateOf(new Date(createdAt))],
    [
      'Estimated arrival',
      isOpen ? estimatedSettlementDate && longDate(estimatedSettlementDate) : null,
    ],
    ['Arrived on', completedAt && dateOf(new Date(completedAt))],
    ['For', memo],
    ['Reference', paymentId],
  ];
  return details.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

interface StatusView {
  readonly title: string;
  readonly sentence: string;
  readonly tone: 'good' | 'busy' | 'bad';
}

const inTransit: StatusView = {
  title: 'Your payment is in progress',
  sentence: 'No further action is needed.',
  tone: 'busy',
};

const unknown: StatusView = { ...inTransit, title: 'Your payment was received' };

const statusViews: Readonly<Record<string, StatusView>> = {
  PENDING: inTransit,
  PROCESSING: inTransit,
  SCHEDULED: inTransit,
  HELD: {
    title: 'Your payment is held for review',
    sentence: 'It will be released or cancelled after the review.',
    tone: 'busy',
  },
  COMPLETED: { title: 'Paid', sentence: 'The payee has received the funds.', tone: 'good' },
  FAILED: {
    title: 'Your payment failed',
    sentence:
      'Your bank refused it, and the payee received nothing. You can use the link to pay again.',
    tone: 'bad',
  },
  RETURNED: {
    title: 'Your payment was returned',
    sentence: 'Your bank returned it after settlement. You can use the link to pay again.',
    tone: 'bad',
  },
  CANCELLED: {
    title: 'Your payment was cancelled',
    sentence: 'Your account was not debited.',
    tone: 'bad',
  },
};
