import type { RunDoctorChecks } from '../../cli/doctor.ts';
import {
  type CheckResult,
  type DoctorCheck,
  type DoctorContext,
  errorResult,
} from './check-result.ts';
import { checkFiles, checkFolders } from './folder-checks.ts';
import { checkJournal, checkSqlite } from './journal-checks.ts';
import { checkNetworkPath } from './network-checks.ts';
import { checkProgram, checkSandbox, checkTerminal } from './program-checks.ts';
import { checkService } from './service-checks.ts';
import { checkProfile } from './settings-checks.ts';
import { checkTokenSource } from './token-checks.ts';

/** Looks at one thing after the other; what one of them throws is its finding, and the next is looked at. */
export async function runDoctorChecks(
  patient: DoctorContext,
  { network }: Parameters<RunDoctorChecks>[0],
): ReturnType<RunDoctorChecks> {
  const findings: CheckResult[] = [];
  for (const [name, look] of Object.entries({ ...near, ...(network && far) })) {
    try {
      findings.push(...(await look(patient)));
    } catch (error) {
      findings.push(errorResult(name, error));
    }
  }
  const failure = findings.find(({ status }) => status === 'failed')?.failure ?? null;
  return { checks: findings.map(({ failure: _, ...check }) => check), failure };
}

const near: Readonly<Record<string, DoctorCheck>> = {
  node: checkProgram,
  folders: checkFolders,
  files: checkFiles,
  profile: checkProfile,
  token: checkTokenSource,
  sqlite: checkSqlite,
  journal: checkJournal,
  sandbox: checkSandbox,
  proxy: checkNetworkPath,
  terminal: checkTerminal,
};

const far: Readonly<Record<string, DoctorCheck>> = { service: checkService };
