import { centsOf } from '../../../../contract/money.ts';
import { displayNameOf } from '../../../business/records.ts';
import type { Reply } from '../../../context/problem-details.ts';
import { type PublicPayMe, showPayMe } from '../../../public-api/pay-me.ts';
import { type Field, field } from '../../form.ts';
import { money } from '../../format.ts';
import { html } from '../../html.ts';
import { sheet } from '../../page.ts';
import type { Visit } from '../page-routes.ts';
import { payeeHead } from './payee-header.ts';
import { blank, type Draft, orderForm } from './payment-form.ts';

/** A business that can be paid by whoever has its link, and the form to do it with. */
export async function payMePage(visit: Visit, draft: Draft = blank): Promise<Reply> {
  const link = await showPayMe(visit.world, visit.param('token'));
  const { typed, problem } = draft;
  const amount: Field = {
    name: 'amount',
    label: 'Amount in dollars',
    value: typed('amount'),
    hint: limitsOf(link),
    inputmode: 'decimal',
  };
  const memo = { name: 'memo', label: 'What it is for', value: typed('memo'), optional: true };
  return sheet({
    status: problem ? 422 : 200,
    title: `Pay ${displayNameOf(link.payee)}`,
    body: html`${payeeHead(link.payee, 'Pay')}
      ${orderForm(visit, draft, html`${field(amount, problem)}${field(memo, problem)}`)}`,
  });
}

function limitsOf({ minAmount, maxAmount }: PublicPayMe): string {
  if (minAmount !== null && maxAmount !== null)
    return `From ${dollars(minAmount)} to ${dollars(maxAmount)}.`;
  if (minAmount !== null) return `${dollars(minAmount)} or more.`;
  if (maxAmount !== null) return `${dollars(maxAmount)} at most.`;
  return 'Such as 1250.00.';
}

const dollars = (amount: number): string => money(centsOf(amount));
