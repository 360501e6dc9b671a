import type { Examine } from '../../cli/doctor.ts';
import { type Finding, type Look, type Patient, thrown } from './check-result.ts';
import { lookAtFiles, lookAtFolders } from './folder-checks.ts';
import { lookAtJournal, lookAtSqlite } from './journal-checks.ts';
import { lookAtWay } from './network-checks.ts';
import { lookAtProgram, lookAtSandbox, lookAtTerminal } from './program-checks.ts';
import { lookAtService } from './service-checks.ts';
import { lookAtProfile } from './settings-checks.ts';
import { lookAtToken } from './token-checks.ts';

/** Looks at one thing after the other; what one of them throws is its finding, and the next is looked at. */
export async function examine(
  patient: Patient,
  { network }: Parameters<Examine>[0],
): ReturnType<Examine> {
  const findings: Finding[] = [];
  for (const [name, look] of Object.entries({ ...near, ...(network && far) })) {
    try {
      findings.push(...(await look(patient)));
    } catch (error) {
      findings.push(thrown(name, error));
    }
  }
  const failure = findings.find(({ status }) => status === 'failed')?.failure ?? null;
  return { checks: findings.map(({ failure: _, ...check }) => check), failure };
}

const near: Readonly<Record<string, Look>> = {
  node: lookAtProgram,
  folders: lookAtFolders,
  files: lookAtFiles,
  profile: lookAtProfile,
  token: lookAtToken,
  sqlite: lookAtSqlite,
  journal: lookAtJournal,
  sandbox: lookAtSandbox,
  proxy: lookAtWay,
  terminal: lookAtTerminal,
};

const far: Readonly<Record<string, Look>> = { service: lookAtService };
