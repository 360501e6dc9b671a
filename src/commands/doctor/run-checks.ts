import type { Context } from '../../cli/context.ts';
import { foldersOf } from '../../config/folders.ts';
import {
  type CheckResult,
  type CheckSummary,
  type DoctorCheck,
  type DoctorContext,
  type DoctorFailureKind,
  errorResult,
} from './check-result.ts';
import { checkFiles, checkFolders } from './folder-checks.ts';
import { checkJournal, checkSqlite } from './journal-checks.ts';
import { checkNetworkPath } from './network-checks.ts';
import { checkProfile, checkTokenSource } from './profile-checks.ts';
import { checkProgram, checkSandbox, checkTerminal } from './program-checks.ts';
import { checkService } from './service-checks.ts';

/** The results of all checks, and the kind of the first that failed; `null` if none did. */
export interface DoctorReport {
  readonly checks: readonly CheckSummary[];
  readonly failure: DoctorFailureKind | null;
}

/**
 * Runs every check in order; those over the network only if `network` is true. An error of a check becomes its result.
 * Never throws.
 */
export async function runDoctorChecks(
  context: Context,
  { network }: { readonly network: boolean },
): Promise<DoctorReport> {
  const doctor: DoctorContext = { ...context, folders: foldersOf(context.system) };
  const results: CheckResult[] = [];
  for (const [name, check] of Object.entries({ ...local, ...(network && remote) })) {
    try {
      results.push(...(await check(doctor)));
    } catch (error) {
      results.push(errorResult(name, error));
    }
  }
  const failure = results.find(({ status }) => status === 'failed')?.failure ?? null;
  return { checks: results.map(({ failure: _, ...check }) => check), failure };
}

const local: Readonly<Record<string, DoctorCheck>> = {
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

const remote: Readonly<Record<string, DoctorCheck>> = { service: checkService };
