/** Output of `sandbox start` for a person in a terminal: the inspector, and the next commands. */

import { controls } from '../../api/controls/controls.ts';
import type { Context } from '../../cli/context.ts';
import { shellWord } from '../../cli/next-line.ts';
import { foldersOf } from '../../config/folders.ts';
import { readConfiguration } from '../../config/profiles.ts';
import { caller } from './control-client.ts';
import type { Running } from './sandbox-profile.ts';

/** Prints a URL that opens the inspector, and three commands. `dir` is the directory as it was typed. */
export async function showNextSteps(
  context: Context,
  running: Running,
  dir: string | undefined,
): Promise<void> {
  const { stdout, stderr } = context.system;
  if (!stdout.isTTY || !stderr.isTTY) return;
  const { url } = await caller(running)(controls.openInspector, {});
  const folder = dir === undefined ? '' : ` --dir ${shellWord(dir)}`;
  context.notice(`Inspector, once and within a minute: ${url}`);
  context.notice(`Inspector, later: remit sandbox open${folder}`);
  const profile = usesProfile(context, running.profile) ? '' : ` -P ${running.profile}`;
  for (const line of stepsFor(running, { profile, folder })) context.notice(`  next: ${line}`);
}

const stepsFor = (
  { businesses }: Running,
  { profile, folder }: { readonly profile: string; readonly folder: string },
): readonly string[] =>
  businesses.length === 0
    ? [
        `remit business create${profile}`,
        `remit sandbox seed demo${folder}`,
        `remit sandbox outbox${folder}`,
      ]
    : [
        `remit status${profile}`,
        `remit payable list${profile}`,
        `remit sandbox clock advance 3bd${folder}`,
      ];

/** Reports whether a command without `-P` uses the profile. */
const usesProfile = ({ system }: Context, profile: string): boolean =>
  (system.env['REMIT_PROFILE'] || readConfiguration(foldersOf(system)).current) === profile;
