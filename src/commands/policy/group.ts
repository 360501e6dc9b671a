import { command } from '../../cli/command.ts';
import type { Context } from '../../cli/context.ts';
import { argument, requiredChoice } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { folderIfKnown, foldersOf } from '../../config/folders.ts';
import {
  helpOfPolicyKey,
  POLICY_KEYS,
  type PolicyKey,
  policyValueOf,
} from '../../config/policy-settings.ts';
import { configFile } from '../../config/profiles.ts';
import { columns, listOf, text } from '../../render/view.ts';
import { setProfileKey, unsetProfileKey } from '../../runtime/profiles.ts';
import { check } from './check.ts';
import { describeMachine, machineRows, machineStateOf } from './machine-rows.ts';

const unset = command({
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

const set = command({
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

const policyColumns = columns('key', 'value', 'help:prose #4', 'source #3', 'file #5');

const show = command({
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

export const commands = [show, set, unset, check];
