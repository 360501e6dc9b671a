import type { RunDoctorChecks } from '../../cli/doctor.ts';
import { foldersOf } from '../../config/folders.ts';
import type { DoctorContext } from './check-result.ts';

/** `context.examine`, whose code is loaded when something is examined. */
export const createDoctor =
  (parts: Omit<DoctorContext, 'folders'>): RunDoctorChecks =>
  async (wishes) =>
    (await import('./run-checks.ts')).runDoctorChecks(
      { ...parts, folders: foldersOf(parts.host) },
      wishes,
    );
