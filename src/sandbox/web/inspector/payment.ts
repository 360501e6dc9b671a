import { html } from '../html.ts';
import { money } from '../format-money.ts';
import { paymentAt } from '../../payment/find.ts';
import { canMake, type PaymentMove } from '../../payment/rules.ts';
import type { Row } from '../../database/tables.ts';
import { type Step, stepForms, timeline } from './timeline.ts';
import { entryTable, readEntriesAbout } from './ledger-entries.ts';
import { type Look, linkTo, namesOf, type View } from './page-context.ts';
import { payerOf } from './payables.ts';
import { badge } from '../format.ts';
import { facts } from '../html-table.ts';

/** One payment: how far it came, what is to come, what it did to the books, and what can be done to it. */
export async function paymentPage(look: Look): Promise<View> {
  const payment = await paymentAt(look.db, look.params['id'] ?? '');
  const { id, cents, status, payer_id, payee_id } = payment;
  const nameOf = await namesOf([payer_id, payee_id], look);
  const possible = steps.filter(({ step }) => canMake(step, status));
  return {
    title: `Payment of ${money(cents)}`,
    body: html`
      <p class="lead">${badge(status)} <code>${id}</code></p>
      ${stepForms(look, `payments/${id}`, possible)}
      <h2>Timeline</h2>
      ${await timeline(look, id)}
      <h2>Details</h2>
      ${facts(detailsOf(payment, nameOf))}
      <h2>Ledger entries</h2>
      ${entryTable(await readEntriesAbout(id, look))}`,
  };
}

const steps: readonly (Step & { readonly step: PaymentMove })[] = [
  { step: 'submit', label: 'Submit' },
  { step: 'complete', label: 'Complete' },
  { step: 'hold', label: 'Hold' },
  { step: 'release', label: 'Release' },
  { step: 'reject', label: 'Reject' },
  { step: 'fail', label: 'Fail', needsCode: true },
  { step: 'return', label: 'Return', needsCode: true },
];

function detailsOf(payment: Row<'payments'>, nameOf: (id: string | null) => string) {
  const { payer_id, payee_id, payable_id, speed, failure_code, failure_reason } = payment;
  return [
    ['Payer', linkTo(payer_id, payerOf(payment, nameOf))],
    ['Payee', linkTo(payee_id, nameOf(payee_id))],
    ['Payable', payable_id === null ? null : linkTo(payable_id)],
    ['Bank account', payment.funding_source_id],
    ['Kind', payment.kind],
    ['Speed', payment.cutoff_missed === 1 ? `${speed}, after the last window` : speed],
    ['Memo', payment.memo],
    ['Held for', payment.hold_reason],
    ['Failure', [failure_code, failure_reason].filter((it) => it !== null).join(': ')],
    ['Trace number', payment.trace_number],
  ] as const;
}
