import { command } from '../../cli/command.ts';
import { text } from '../../render/view.ts';
import { unsetProfileKey } from '../../service/profiles.ts';
import { currentPolicyKey, policyKeyArgument } from './policy-key.ts';

export const unset = command({
  name: 'unset',
  summary: 'Remove a rule of the profile',
  args: { key: policyKeyArgument },
  view: text,
  examples: ['remit policy unset maxPerPayment', 'remit policy unset readOnly --profile auditor'],

  async run({ context, args }) {
    const name = await unsetProfileKey(context, `policy.${args.key}`);
    return `${currentPolicyKey(args.key)} is removed (profile ${name}).`;
  },
});
