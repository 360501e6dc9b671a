import { payable } from '../../api/operations/payable.ts';
import { command } from '../../cli/command.ts';
import { option, optionalArgument, requiredUnless } from '../../cli/flags/flag.ts';
import { payableReference, words } from '../../cli/flags/value-parsers.ts';
import { findPayable, payableUses } from '../../cli/payable/find-payable.ts';
import { payableOrPayables } from '../../cli/payable/payable-columns.ts';
import { assertPayableUnchanged } from '../../money/gate/changes.ts';
import { describePayable } from '../../money/gate/describe-payable.ts';
import { cuttable } from '../../render/cuttable.ts';
import { assertNoWhere, assertOnlyWhere, WHERE_HELP, whereFlags } from './where-flags.ts';

export const decline = command({
  name: 'decline',
  summary: 'Decline a payable, as its payer',
  about: WHERE_HELP,
  calls: [payable.decline, payable.get, payable.list],
  writes: true,
  args: {
    payable: requiredUnless(
      ['where'],
      optionalArgument('[payable]', 'payable to decline (id or invoice number)', payableReference),
    ),
  },
  flags: {
    reason: option('--reason <text>', 'reason, shown to the sender', words),
    ...whereFlags,
  },
  view: payableOrPayables,
  examples: [
    'remit payable decline pay_… --reason "Wrong purchase order"',
    'remit payable decline pay_… --reason "Wrong purchase order" --yes --json',
    'remit payable decline --where --search duplicate --reason Duplicate',
  ],

  async run({ context, args, flags }) {
    const businessId = context.business();
    const body = { ...(flags.reason !== undefined && { reason: flags.reason }) };
    if (flags.where) {
      assertOnlyWhere({ ids: args.payable !== undefined });
      const { changeWhere } = await import('./change-where.ts');
      return changeWhere(context, flags, {
        ...{ operation: payable.decline, verb: 'Decline', done: 'declined' },
        effect: "Declining payables can't be undone.",
        confirm: (_, { lines, question, stake }) => context.confirm(lines, question, stake),
        send: async (row) => {
          const params = { businessId, payableId: row.id };
          assertPayableUnchanged(row, await context.call(payable.get, { params }));
          return context.call(payable.decline, { params, body });
        },
      });
    }
    const [typed] = assertNoWhere([args.payable ?? []].flat(), flags);
    const found = await findPayable(context, typed, payableUses.decline, flags);
    const params = { businessId, payableId: found.id };
    const isAsked = await context.confirm(
      [cuttable`Decline ${describePayable(found)}.`],
      "Declining a payable can't be undone. Decline it?",
    );
    if (isAsked) assertPayableUnchanged(found, await context.call(payable.get, { params }));
    return context.call(payable.decline, { params, body });
  },
});
