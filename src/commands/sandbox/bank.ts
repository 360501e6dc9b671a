import { command } from '../../cli/command.ts';
import { argument, InvalidValueError, option } from '../../cli/flags/flag.ts';
import { id } from '../../cli/flags/value-parsers.ts';
import { controls } from '../../contract/control.ts';
import { parseAmount, toDollars } from '../../contract/money.ts';
import { columns, recordOf } from '../../render/view.ts';
import { controlOf } from './control-client.ts';
import { dataFlag } from './data-dir.ts';

export const bank = command({
  name: 'bank',
  summary: 'Show or change the behavior and balance of a bank account',
  about: [
    'R01 returns debits with that code, R01-late returns them after settlement, HOLD holds payments for review.',
    'OK lets every payment settle, whatever its amount; none removes a behavior or a balance.',
    'With a balance, a larger debit is returned with R01.',
  ].join('\n'),
  args: { bank: argument('<bank>', 'bank account', id) },
  flags: {
    ...dataFlag,
    behavior: option('--behavior <code>', 'R01, R01-late, HOLD, OK or none', behavior),
    balance: option('--balance <amount>', 'new balance, or none for no limit', balance),
  },
  view: recordOf(
    columns('fundingSourceId', 'name', 'status:state', 'behavior', 'simulatedBalance:money'),
  ),
  examples: [
    'remit sandbox bank fs_… --behavior R01',
    'remit sandbox bank fs_… --balance 250.00 --json',
  ],

  async run({ context, args, flags: { data, behavior: code, balance: dollars } }) {
    const { call } = await controlOf(context, data);
    const params = { id: args.bank };
    if (code === undefined && dollars === undefined) {
      return call(controls.readBankAccount, { params });
    }
    const body = { behavior: code, simulatedBalance: dollars };
    return call(controls.changeBankAccount, { params, body });
  },
});

function behavior(text: string): string | null {
  if (text.toLowerCase() === 'none') return null;
  if (/^(?:R\d\d(?:-late)?|hold|ok)$/i.test(text)) return text;
  throw new InvalidValueError(
    `must be a ACH return code such as R01 or R01-late, HOLD, OK or none, not '${text}'`,
  );
}

/** Parses a balance in dollars, which may be zero; `null` for `none`. */
function balance(text: string): number | null {
  if (text.toLowerCase() === 'none') return null;
  const cents = parseAmount(text);
  if (cents !== undefined) return toDollars(cents);
  throw new InvalidValueError(
    `must be an amount in dollars such as 250.00, or none, not '${text}'`,
  );
}
