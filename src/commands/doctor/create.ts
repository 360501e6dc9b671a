import type { Examine } from '../../cli/doctor.ts';
import { foldersOf } from '../../config/folders.ts';
import type { Patient } from './check-result.ts';

/** `context.examine`, whose code is loaded when something is examined. */
export const createDoctor =
  (parts: Omit<Patient, 'folders'>): Examine =>
  async (wishes) =>
    (await import('./run-checks.ts')).examine({ ...parts, folders: foldersOf(parts.host) }, wishes);
