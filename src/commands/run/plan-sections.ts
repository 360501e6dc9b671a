import type { PlannedTransfer } from '../../money/batches/planned-payment.ts';
import type { toPlanView } from '../../money/runs/plan-view.ts';
import { usd } from '../../render/money.ts';
import { type Section, sectionFields } from '../../render/sections.ts';
import type { TerminalColumn } from '../../render/view.ts';

type PlanView = Awaited<ReturnType<typeof toPlanView>>;

const plural: Readonly<Record<PlanView['kind'], string>> = {
  payables: 'Invoices',
  quickPayments: 'Quick payments',
  withdrawal: 'Withdrawal',
};

/** Returns a plan in sections: its totals, every payment, and who signed it. */
export const planSections = (it: PlanView): readonly Section[] => [
  {
    title: 'Plan',
    fields: sectionFields(
      it,
      'payments:number',
      'total:money',
      'payees:number',
      'earliestSettlement:date=First settlement',
      'latestSettlement:date=Last settlement',
      'createdAt:time=Made',
      'madeBy=Made by',
      'expiresAt:time=Expires',
      'profile',
      'businessId=Business',
      'origin=Service',
      'hash',
    ),
  },
  { title: plural[it.kind], table: { columns: paymentColumns[it.kind], rows: it.rows } },
  {
    title: 'Bank accounts',
    lines: it.banks.map(({ id, name, amount, count }) => {
      const account = name === null ? id : `${name} (${id})`;
      return `${account}: ${usd(Math.round(amount * 100))}, ${count} of ${it.payments}`;
    }),
  },
  {
    title: 'Signatures',
    lines:
      it.signatures.length === 0
        ? ['None.']
        : it.signatures.map(({ person, role, standing }) => `${person} as ${role}: ${standing}`),
  },
];

const payee: TerminalColumn = {
  key: 'payeeName',
  kind: 'text',
  rank: 3,
  heading: 'PAYEE',
  text: (row) => {
    const { payeeName, payeeId, connectionId } = row as PlannedTransfer;
    return payeeName ?? payeeId ?? connectionId ?? '';
  },
  shortensTo: 20,
};
const amount: TerminalColumn = { key: 'amount', kind: 'money', rank: 2 };
const settles: TerminalColumn = {
  key: 'estimatedSettlementDate',
  kind: 'date',
  rank: 5,
  heading: 'SETTLES',
};

const paymentColumns: Readonly<Record<PlanView['kind'], readonly TerminalColumn[]>> = {
  payables: [
    {
      key: 'invoiceNumber',
      kind: 'text',
      rank: 1,
      heading: 'INVOICE',
      text: (row) => {
        const { invoiceNumber, payableId } = row as PlannedTransfer;
        return invoiceNumber || (payableId ?? '');
      },
    },
    payee,
    amount,
    { key: 'dueDate', kind: 'date', rank: 4, heading: 'DUE' },
    settles,
  ],
  quickPayments: [
    { key: 'row', kind: 'number', rank: 1 },
    payee,
    amount,
    { key: 'memo', kind: 'text', rank: 4, shortensTo: 16 },
    settles,
  ],
  withdrawal: [{ key: 'fundingSourceId', kind: 'text', rank: 1, heading: 'TO' }, amount, settles],
};
