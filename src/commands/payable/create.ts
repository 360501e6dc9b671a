import { centsOf } from '../../api/money.ts';
import { connection as connections } from '../../api/operations/connection.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { expectationFlags } from '../../cli/flags/expectation-flags.ts';
import {
  choice,
  type FlagValues,
  option,
  repeatableOption,
  requiredUnless,
  toggle,
} from '../../cli/flags/flag.ts';
import { file, reference } from '../../cli/flags/value-parsers.ts';
import { columnChoiceOf } from '../../cli/input/column-mapping.ts';
import { dateFormatFlag } from '../../cli/input/date-format.ts';
import { decimalFlag } from '../../cli/input/decimal.ts';
import { UsageError } from '../../money/errors.ts';
import { checkConnection } from '../../money/gate/relations.ts';
import { createdView } from './created-view.ts';
import { bodyOf, type Details, detailFlags, withUploads } from './field-flags.ts';
import { INVOICE_COLUMNS } from './invoice-fields.ts';

const fileFlags = {
  map: repeatableOption(
    '--map <field=column>',
    `with --file: column of a field in a CSV file with other names: ${INVOICE_COLUMNS.join(', ')}`,
    columnChoiceOf(INVOICE_COLUMNS),
  ),
  dateFormat: dateFormatFlag,
  decimal: decimalFlag('the file'),
  lastRow: choice(
    '--last-row <keep|drop>',
    'with --file: what to do with a last row that is the sum of the others (default: asked, otherwise kept)',
    ['keep', 'drop'],
  ),
  rejects: option(
    '--rejects <file>',
    'with --file: create the valid rows, and write the others to this file with their reasons',
    file,
  ),
  again: toggle('--again', 'with --file: create rows again that were created before'),
};

export const create = command({
  name: 'create',
  summary: 'Create a payable (invoice) on a connection, or many from a file',
  about: [
    'You send the invoice, and the other business pays you. To pay a bill of theirs, ask them to send it (remit invite send), or use remit pay quick.',
    'The file is CSV with any of the columns connectionId, amount, dueDate, invoiceNumber, memo, lines and submit, in any order, or a JSON array of such objects. The whole file is validated before anything is sent, and a terminal shows its rows and asks.',
  ].join('\n\n'),
  details:
    'A lines cell has one description|quantity|unitPrice per line. Columns with other names are given once with --map and remembered in the profile. A total in the last row is left out. An interrupted file continues when it is run again: rows already created are skipped, until a day after it is complete.',
  calls: [payable.create, connections.get, connections.list],
  writes: true,
  flags: {
    connection: requiredUnless(
      ['file'],
      option('--connection <id>', 'connection of the payable', reference),
    ),
    ...detailFlags,
    amount: requiredUnless(['file', 'lines'], detailFlags.amount),
    submit: { ...toggle('--submit', 'submit it to the payer'), confirms: true as const },
    file: {
      ...option('--file <csv|json|->', 'file of payables to create', file),
      confirms: true as const,
    },
    ...fileFlags,
    allowDuplicate: expectationFlags.allowDuplicate,
  },
  shows: 'payable',
  view: createdView,
  examples: {
    'Create an invoice and submit it':
      'remit payable create --connection conn_… --amount 1250 --invoice-number INV-7 --due 2026-04-30 --submit',
    'Create one with a line item and a file':
      'remit payable create --connection conn_… --line "Towels|10|200" --attach invoice.pdf --submit',
    'Create an invoice for every row of a file':
      'remit payable create --file invoices.csv --connection conn_… --submit --json',
  },

  async run({ context, flags }) {
    if (flags.file !== undefined) {
      const { createFromFile } = await import('./create-from-file.ts');
      return createFromFile(context, flags.file, flags);
    }
    assertNoFile(flags);
    const { connection, allowDuplicate } = flags;
    if (connection === undefined) throw missing('--connection <id>', 'connection');
    const { amount, invoiceNumber, dueDate } = bodyOf(flags);
    if (amount === undefined) throw missing('--amount <dollars> (or --line)', 'amount');
    const params = { businessId: context.business() };
    const found = await checkConnection(context, connection, params.businessId);
    const input = (details: Details) => ({
      params,
      body: {
        ...bodyOf(details),
        connectionId: connection,
        amount,
        ...(flags.submit && { submit: true }),
      },
    });
    if (flags.attach.length > 0 || flags.submit) {
      await context.checkWrite(payable.create, input(flags), { allowDuplicate });
    }
    if (flags.submit) {
      const { confirmInvoice, payerText } = await import('./confirm-invoice.ts');
      const payer = payerText(connection, found);
      await confirmInvoice(context, { payer, cents: centsOf(amount), invoiceNumber, dueDate });
    }
    return context.call(payable.create, input(await withUploads(context, flags)), {
      allowDuplicate,
    });
  },
});

function assertNoFile({ again, map, ...one }: FlagValues<typeof fileFlags>): void {
  const { dateFormat, decimal, lastRow, rejects } = one;
  const flags = {
    ...{ '--again': again, '--map': map.length > 0, '--date-format': dateFormat },
    ...{ '--decimal': decimal, '--last-row': lastRow, '--rejects': rejects },
  };
  const [flag] = Object.entries(flags).find(([, value]) => value) ?? [];
  if (flag !== undefined) throw new UsageError(`${flag} requires --file.`);
}

const missing = (syntax: string, field: string) =>
  new UsageError(`${syntax} is required`, { problems: [{ field, message: 'is required' }] });
