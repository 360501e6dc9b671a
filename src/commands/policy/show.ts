import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { folderIfKnown, foldersOf } from '../../config/folders.ts';
import {
  helpOfPolicyKey,
  POLICY_KEYS,
  type PolicyKey,
  policyValueOf,
} from '../../config/policy-settings.ts';
import { configFile } from '../../config/profiles.ts';
import { columns, listOf } from '../../render/view.ts';
import { describeMachine, machineRows, machineStateOf } from './machine-rows.ts';

const policyColumns = columns('key', 'value', 'help:prose #4', 'source #3', 'file #5');

export const show = command({
  name: 'show',
  summary: 'Show the rules that apply: those of the machine and of the profile',
  about:
    'Of two values of a rule the stricter one applies; source and file say whose it is. Keys without a value are not limited.',
  view: listOf(policyColumns, 'No limits.'),
  examples: {
    'Show all rules': 'remit policy show',
    'Print them as JSON': 'remit policy show --json',
  },

  async run({ context }) {
    const machine = await machineStateOf(context);
    if (machine.state !== 'absent') context.notice(describeMachine(machine));
    const policy = await context.policy();
    const fileOf = filesIn(context, policy.machine?.file);
    const rules = POLICY_KEYS.map((key: PolicyKey) => {
      const source = policy.sources[key] ?? null;
      return {
        key,
        value: policyValueOf(policy, key) ?? null,
        source,
        help: helpOfPolicyKey(key),
        file: fileOf(source),
      };
    });
    return [...rules, ...machineRows(policy.machine)];
  },
});

function filesIn({ system }: Context, machine: string | undefined) {
  const profile = folderIfKnown(() => configFile(foldersOf(system)));
  return (source: string | null): string | null =>
    source === null
      ? null
      : [
          ...(source.includes('machine') ? [machine] : []),
          ...(source.includes('profile') ? [profile] : []),
        ].join(', ');
}
