/** Rendering to one string. */

import type { RenderOptions } from '../../src/render/options.ts';
import { render } from '../../src/render/render.ts';
import { columns, listOf, type Tabular } from '../../src/render/view.ts';

/** The view of an invoice list. */
export const invoices = listOf(
  columns(
    'id',
    'invoiceNumber',
    'status:state',
    'payeeName',
    'amount:money',
    'dueDate:date',
    'memo',
    'createdAt:time',
    'settings.netTerms:number',
    'tags:json',
  ),
  'No invoices.',
);

/** Renders a result completely. */
export async function printed(
  data: unknown,
  options: RenderOptions,
  view: Tabular = invoices,
): Promise<string> {
  let text = '';
  for await (const piece of render(view, data, options)) text += piece;
  return text;
}
