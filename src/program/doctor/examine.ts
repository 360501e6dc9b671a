import type { Examine } from '../../cli/doctor.ts';
import { lookAtFiles } from './files.ts';
import { type Finding, thrown } from './finding.ts';
import { lookAtFolders } from './folders.ts';
import { lookAtJournal, lookAtSqlite } from './journal.ts';
import type { Look, Patient } from './patient.ts';
import { lookAtProgram, lookAtTerminal } from './program.ts';
import { lookAtSandbox } from './sandbox.ts';
import { lookAtService } from './service.ts';
import { lookAtProfile } from './settings.ts';
import { lookAtToken } from './token.ts';
import { lookAtWay } from './way.ts';

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
