import type { RenderOptions } from '../../src/render/options.ts';
import { render } from '../../src/render/render.ts';
import { columns, listOf, type Tabular } from '../../src/render/view.ts';

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

/** Everything that is printed, in one piece. */
export async function printed(
  data: unknown,
  options: RenderOptions,
  view: Tabular = invoices,
): Promise<string> {
  let text = '';
  for await (const piece of render(view, data, options)) text += piece;
  return text;
}
