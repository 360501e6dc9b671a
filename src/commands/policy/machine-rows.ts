import type { Context } from '../../cli/context.ts';
import { bindsOrigin, machinePolicyPath, readMachinePolicy } from '../../config/machine-policy.ts';
import type { MachinePolicy } from '../../config/machine-policy-schema.ts';

const help = {
  exemptOrigins: 'services that the machine policy does not bind',
  'journal.place': 'directory or database of the only journal',
  'journal.id': 'id of that journal, as root adopted it',
  dialectHash: 'SHA-256 of the only dialect; without it, none may be used',
  extraMembers: 'members that a dialect may declare beyond the contract',
};

/** Returns the rows of the members that only the machine policy has. */
export function machineRows(policy: MachinePolicy | undefined) {
  const values: Readonly<Record<keyof typeof help, unknown>> = {
    exemptOrigins: policy?.exemptOrigins,
    'journal.place': policy?.journal.place,
    'journal.id': policy?.journal.id,
    dialectHash: policy?.dialectHash,
    extraMembers: policy?.extraMembers,
  };
  if (policy === undefined) return [];
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: value ?? null,
    source: value === undefined ? null : 'machine',
    help: help[key as keyof typeof help],
    file: value === undefined ? null : policy.file,
  }));
}

/** The machine policy, and whether it binds the service in use. */
export interface MachineState {
  readonly file: string;
  readonly state: 'absent' | 'binds' | 'exempt';
  /** False if the policy binds, and names its journal by place only. */
  readonly hasJournalId: boolean;
}

/**
 * Returns the state of the machine policy.
 *
 * @throws {MachinePolicyError} If it cannot be trusted, read or parsed.
 */
export async function machineStateOf({ system, settings }: Context): Promise<MachineState> {
  const file = machinePolicyPath(system);
  const policy = await readMachinePolicy(system);
  if (policy === undefined) return { file, state: 'absent', hasJournalId: true };
  const { baseUrl = '' } = settings();
  const origin = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  return bindsOrigin(policy, origin)
    ? { file, state: 'binds', hasJournalId: policy.journal.id !== undefined }
    : { file, state: 'exempt', hasJournalId: true };
}

export const describeMachine = ({ file, state }: Pick<MachineState, 'file' | 'state'>): string =>
  ({
    absent: `This machine has no policy (${file}).`,
    binds: `The machine policy applies: ${file}.`,
    exempt: `The machine policy (${file}) does not apply to this service: see exemptOrigins.`,
  })[state];
