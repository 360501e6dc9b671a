/** The policy that applies to the service in use: the rules of the machine and of the profile, the stricter of each. */

import { ConfigError } from './errors.ts';
import { bindsOrigin, type PolicySystem, readMachinePolicy } from './machine-policy.ts';
import type { MachinePolicy } from './machine-policy-schema.ts';
import {
  type PolicyKey,
  type PolicySettings,
  policyFrom,
  policyValueOf,
  stricterValue,
} from './policy-settings.ts';
import type { ResolvedSettings } from './resolve-settings.ts';

export type PolicySource = 'machine' | 'profile' | 'machine and profile';

/** The rules that apply to the service in use. */
export interface EffectivePolicy extends PolicySettings {
  /** The origin of each rule that is set. */
  readonly sources: Readonly<Partial<Record<PolicyKey, PolicySource>>>;
  /** The machine policy, if it binds the service in use. */
  readonly machine: MachinePolicy | undefined;
}

/** The keys of which only the machine's value counts where it has a policy: a user could name files of their own. */
const machineOnly: readonly PolicyKey[] = ['approvals.signers', 'approvals.revoked'];

/** Combines the rules of the machine, if its policy binds, with those of a profile. */
export function combinePolicies(
  machine: MachinePolicy | undefined,
  profile: PolicySettings,
): EffectivePolicy {
  const sources: Partial<Record<PolicyKey, PolicySource>> = {};
  const rules = policyFrom((key) => {
    const ofMachine = machine && policyValueOf(machine, key);
    const ofProfile =
      machine && machineOnly.includes(key) ? undefined : policyValueOf(profile, key);
    const value = stricterValue(key, ofMachine, ofProfile);
    if (value !== undefined) sources[key] = sourceOf(value, ofMachine, ofProfile);
    return value;
  });
  return { ...rules, sources, machine };
}

function sourceOf(value: unknown, ofMachine: unknown, ofProfile: unknown): PolicySource {
  const isList = Array.isArray(ofMachine) && Array.isArray(ofProfile);
  if (isList) return 'machine and profile';
  return ofMachine !== undefined && value === ofMachine ? 'machine' : 'profile';
}

type PolicySettingsOf = Pick<ResolvedSettings, 'policy' | 'baseUrl'>;

/**
 * Returns the policy for the service in use.
 *
 * @throws {MachinePolicyError} If the machine policy cannot be trusted, read or parsed.
 */
export async function loadPolicy(
  system: PolicySystem,
  { policy, baseUrl }: PolicySettingsOf,
): Promise<EffectivePolicy> {
  const machine = await readMachinePolicy(system);
  const binds = machine && bindsOrigin(machine, originOf(baseUrl));
  return combinePolicies(binds ? machine : undefined, policy);
}

/**
 * Checks that a profile does not call a service a test environment that the machine policy binds: its payments
 * would not count.
 *
 * @throws {ConfigError} If it does.
 */
export function assertEnvironmentAllowed(
  { machine }: Pick<EffectivePolicy, 'machine'>,
  { environment, profile }: { readonly environment: string; readonly profile: string | undefined },
): void {
  if (machine === undefined || environment !== 'test') return;
  throw new ConfigError(
    `Profile '${profile}' says environment: test, which ${machine.file} does not allow for this service; nothing was sent.`,
    [`remit profile unset environment --profile ${profile}`],
  );
}

/** Returns the name of the policy that a rule is of, as a message has it. */
export function policyNameOf({ machine, sources }: EffectivePolicy, key: PolicyKey): string {
  const source = sources[key];
  if (machine === undefined || source === 'profile') return "the profile's policy";
  const ofMachine = `the machine policy (${machine.file})`;
  return source === 'machine' ? ofMachine : `${ofMachine} and the profile's policy`;
}

const originOf = (baseUrl: string | undefined): string | undefined =>
  URL.canParse(baseUrl ?? '') ? new URL(baseUrl ?? '').origin : undefined;
