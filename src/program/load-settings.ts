import type { Globals } from '../cli/flags/global-flags.ts';
import type { Host } from '../cli/system.ts';
import { foldersOf } from '../config/folders.ts';
import { type Resolved, resolveSettings } from '../config/resolve-settings.ts';

/** Where a first sign-in is kept when no profile is named. */
export const FIRST_PROFILE = 'default';

/** Flags, environment, profile and settings, in that order. */
export const settingsOf = (
  host: Host,
  globals: Partial<Globals>,
  how: { readonly mayBeNew?: boolean } = {},
): Resolved => resolveSettings(globals, host, foldersOf(host), how);
