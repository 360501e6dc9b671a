import { command } from '../../cli/command.ts';
import { requiredChoice } from '../../cli/flags/flag.ts';
import { POLICY_KEYS } from '../../config/policy-settings.ts';
import { text } from '../../render/view.ts';
import { unsetProfileKey } from '../../runtime/profiles.ts';

export const unset = command({
  name: 'unset',
  summary: 'Remove a rule of the profile',
  args: { key: requiredChoice('<key>', 'rule to remove', POLICY_KEYS) },
  view: text,
  examples: {
    'Remove the limit of a payment': 'remit policy unset maxPerPayment',
    'Let a profile write again': 'remit policy unset readOnly --profile auditor',
  },

  async run({ context, args }) {
    const name = await unsetProfileKey(context, `policy.${args.key}`);
    return `${args.key} is removed (profile ${name}).`;
  },
});
