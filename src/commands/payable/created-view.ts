import { columns, eitherOf, type TerminalColumn } from '../../render/view.ts';

/** The columns of the rows of a file in a terminal; seven of them fit 80 columns. */
const terminalColumns: readonly TerminalColumn[] = [
  { key: 'row', kind: 'number', rank: 1 },
  { key: 'invoiceNumber', kind: 'text', rank: 2, heading: 'INVOICE', shortensTo: 16 },
  { key: 'payerName', kind: 'text', rank: 5, heading: 'PAYER', shortensTo: 20 },
  { key: 'amount', kind: 'money', rank: 3 },
  { key: 'dueDate', kind: 'date', rank: 6, heading: 'DUE' },
  { key: 'status', kind: 'state', rank: 4 },
  { key: 'id', kind: 'text', rank: 7 },
  { key: 'error', kind: 'below' },
];

/** The columns of a created payable, and of the rows of a file. */
export const createdView = eitherOf(
  columns(
    ...['row:number', 'invoiceNumber', 'payerName', 'amount:money', 'dueDate:date'],
    ...['status:state', 'id', 'createdAt:time', 'error'],
  ),
  terminalColumns,
);
