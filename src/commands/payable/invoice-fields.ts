import type { MappedFields } from '../../cli/input/column-mapping.ts';

/** The fields of an invoice, and their columns in a file. */
export const INVOICE_COLUMNS = [
  'connectionId',
  'amount',
  'dueDate',
  'invoiceNumber',
  'memo',
  'lines',
  'submit',
] as const;

export type InvoiceField = (typeof INVOICE_COLUMNS)[number];

/** The fields of invoices, as columns of a file are mapped to them. */
export const mappedInvoiceFields: MappedFields<InvoiceField> = {
  fields: INVOICE_COLUMNS,
  problemIn(columns) {
    const twice = INVOICE_COLUMNS.find(
      (it) => columns.filter(([field]) => field === it).length > 1,
    );
    return twice && `${twice} is mapped twice`;
  },
};
