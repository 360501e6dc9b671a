import { command } from '../../cli/command.ts';
import { argument, requiredChoice } from '../../cli/flags/flag.ts';
import { POLICY_KEYS } from '../../cli/flags/policy-keys.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { text } from '../../render/view.ts';
import { setProfileKey } from '../../service/profiles.ts';

export const set = command({
  name: 'set',
  summary: 'Limit what the profile in use may do, for every command and for remit api alike',
  about:
    'Amounts are dollars, lists have commas. A limit ends a command with exit code 14, and nothing is sent.',
  args: {
    key: requiredChoice('<key>', POLICY_KEYS.join(', '), POLICY_KEYS),
    value: argument('<value>', 'its value', words),
  },
  view: text,
  examples: [
    'remit policy set maxPayment 5000',
    'remit policy set banks fs_1,fs_2 -P live',
    'remit policy set readOnly true --profile auditor',
  ],

  async run({ context, args }) {
    const name = await setProfileKey(context, `policy.${args.key}`, args.value);
    return `${args.key} is set (profile ${name}).`;
  },
});
