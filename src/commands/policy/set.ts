import { command } from '../../cli/command.ts';
import { argument, requiredChoice } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { POLICY_KEYS } from '../../config/policy-settings.ts';
import { text } from '../../render/view.ts';
import { setProfileKey } from '../../runtime/profiles.ts';

export const set = command({
  name: 'set',
  summary: 'Set a rule for the profile; applies to every command and to remit api',
  about:
    'Amounts are in dollars, lists are comma-separated. A command over a limit exits with 14 and sends nothing. ' +
    'Where the machine has a policy, the stricter value applies: see remit policy show.',
  args: {
    key: requiredChoice('<key>', 'rule to set', POLICY_KEYS),
    value: argument('<value>', 'its value', words),
  },
  view: text,
  examples: {
    'Limit each payment to $5,000': 'remit policy set maxPerPayment 5000',
    'Allow payments from two bank accounts only':
      'remit policy set allowedBankAccounts fs_1,fs_2 -P live',
    'Forbid a profile to write': 'remit policy set readOnly true --profile auditor',
  },

  async run({ context, args }) {
    const name = await setProfileKey(context, `policy.${args.key}`, args.value);
    return `${args.key} is set (profile ${name}).`;
  },
});
