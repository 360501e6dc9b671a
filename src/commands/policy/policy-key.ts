import { type Flag, requiredChoice } from '../../cli/flags/flag.ts';
import { currentKeyOf, FORMER_POLICY_KEYS, POLICY_KEYS } from '../../config/policy-settings.ts';

const currentKeys = requiredChoice('<key>', POLICY_KEYS.join(', '), POLICY_KEYS);

/** `<key>`: a rule of the policy. Its earlier name is taken too, but not offered. */
export const policyKeyArgument: Flag<string> = {
  ...currentKeys,
  read: (words) => {
    const [word = ''] = words;
    return FORMER_POLICY_KEYS.includes(word) ? word : currentKeys.read(words);
  },
};

export const currentPolicyKey = (key: string): string =>
  currentKeyOf(`policy.${key}`).slice('policy.'.length);
