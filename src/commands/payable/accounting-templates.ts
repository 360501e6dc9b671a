import type { Column, Tabular } from '../../render/view.ts';

/** An accounting product whose import files can be written. */
export type Product = 'xero' | 'quickbooks';

/** The documents of an import file: bills for payables received, sales invoices for payables sent. */
export type ImportDirection = 'received' | 'sent';

const xeroContact =
  '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry';
const xeroTracking = 'TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency';

/** The header rows of the vendors' templates. */
const TEMPLATES: Readonly<Record<Product, Readonly<Record<ImportDirection, string>>>> = {
  xero: {
    received: `${xeroContact},*InvoiceNumber,*InvoiceDate,*DueDate,Total,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,${xeroTracking}`,
    sent: `${xeroContact},*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,${xeroTracking},BrandingTheme`,
  },
  quickbooks: {
    received:
      '*BillNo,*Supplier,*BillDate,*DueDate,Terms,Location,Memo,*Account,LineDescription,*LineAmount,Currency',
    sent: '*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Location,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Service Date',
  },
};

const MONEY = new Set(['Total', '*LineAmount', '*ItemAmount']);
const NUMBERS = new Set(['*Quantity', '*UnitAmount', 'ItemQuantity', 'ItemRate']);

/** Returns the view of an import file, which is always CSV. */
export function importView(product: Product, direction: ImportDirection): Tabular {
  const columns = TEMPLATES[product][direction].split(',').map(
    (key): Column => ({
      key,
      kind: MONEY.has(key) ? 'money' : NUMBERS.has(key) ? 'number' : 'text',
    }),
  );
  return { kind: 'list', columns, empty: 'No payables match.', only: 'csv' };
}
