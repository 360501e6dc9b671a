import { connection as connections } from '../../api/operations/connection.ts';
import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { option, toggle } from '../../cli/flags/flag.ts';
import { countExtraFields } from '../../cli/flags/global-flags.ts';
import { reference } from '../../cli/flags/value-parsers.ts';
import { findPayable, payableArgument, payableUses } from '../../cli/payable/find-payable.ts';
import { payableColumns } from '../../cli/payable/payable-columns.ts';
import { editable } from '../../cli/payable/update-body.ts';
import { UsageError } from '../../money/errors.ts';
import { checkConnection } from '../../money/gate/relations.ts';
import { recordOf } from '../../render/view.ts';
import { bodyOf, type Details, detailFlags, withUploads } from './field-flags.ts';

export const update = command({
  name: 'update',
  summary: 'Update a draft, or the editable fields of a submitted payable',
  about:
    'The payable is read first and sent back complete with the changes, so that no field is lost.',
  calls: [payable.update, payable.get, payable.list, connections.get],
  writes: true,
  args: {
    payable: payableArgument('payable to change'),
  },
  flags: {
    connection: option('--connection <id>', 'connection of the payable', reference),
    ...detailFlags,
    submit: toggle('--submit', 'submit it to the payer'),
  },
  view: recordOf(payableColumns),
  examples: {
    'Change due date and memo': 'remit payable update pay_… --due 2026-04-30 --memo "April stay"',
    'Replace its line items':
      'remit payable update pay_… --line "Towels|10|200" --line "Delivery|1|500" --json',
  },

  async run({ context, args, flags }) {
    const changes = {
      ...bodyOf(flags),
      ...(flags.connection !== undefined && { connectionId: flags.connection }),
      ...(flags.submit && { submit: true }),
    };
    const isNothing = Object.keys(changes).length === 0 && flags.attach.length === 0;
    if (isNothing && countExtraFields(context.writeFlags) === 0) {
      throw new UsageError('No changes specified.');
    }
    const found = await findPayable(context, args.payable, payableUses.update);
    const params = { businessId: context.business(), payableId: found.id };
    const { connection } = flags;
    if (connection !== undefined) await checkConnection(context, connection, params.businessId);
    const before = editable(found);
    const attachments = await attachmentsAfter(context, flags, before.attachments ?? []);
    const ownBody = { ...changes, ...(attachments && { attachments }) };
    const carriedOver = Object.keys(before).filter((name) => !(name in ownBody));
    return context.call(
      payable.update,
      { params, body: { ...before, ...ownBody } },
      { carriedOver },
    );
  },
});

/**
 * Returns the attachments after an update: `--attachment` replaces the existing ones, and files of `--attach` are
 * added.
 */
async function attachmentsAfter(
  context: Context,
  flags: Details,
  before: readonly string[],
): Promise<string[] | undefined> {
  if (flags.attach.length === 0) return undefined;
  const remaining = flags.attachments.length > 0 ? flags.attachments : before;
  return [...(await withUploads(context, { ...flags, attachments: [...remaining] })).attachments];
}
