import { wantsColor } from '../../cli/output-format.ts';
import { VERSION } from '../../version.ts';
import {
  type DoctorCheck,
  failedResult,
  okResult,
  settingsIfReadable,
  skippedResult,
  warningResult,
} from './check-result.ts';

const OLDEST = [20, 18, 1] as const;

export const checkProgram: DoctorCheck = ({ system: { nodeVersion, platform } }) => {
  const detail = `remit ${VERSION} on Node ${nodeVersion} (${platform})`;
  if (!isOlder(nodeVersion)) return [okResult('node', detail)];
  return [failedResult('node', detail, `install Node ${OLDEST.join('.')} or newer`)];
};

/** Reports which streams are terminals, their width, and why color is on or off. */
export const checkTerminal: DoctorCheck = ({ system, globalFlags }) => {
  const { stdin, stdout, stderr, env } = system;
  const terminals = Object.entries({ stdin, stdout, stderr })
    .filter(([, { isTTY }]) => isTTY)
    .map(([name]) => name);
  const description =
    terminals.length === 0 ? 'no terminal' : `${terminals.join(', ')} in a terminal`;
  const width = stdout.columns === undefined ? [] : [`${stdout.columns} columns`];
  const color = `color ${wantsColor(system, globalFlags) ? 'on' : 'off'}${colorReason(env)}`;
  const detail = [description, ...width, color].join(', ');
  const narrow = stdout.columns !== undefined && stdout.columns < 40;
  return [
    narrow
      ? warningResult('terminal', detail, 'make the window wider')
      : okResult('terminal', detail),
  ];
};

function isOlder(version: string): boolean {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  const at = OLDEST.findIndex((least, index) => parts[index] !== least);
  return at >= 0 && (parts[at] ?? 0) < (OLDEST[at] ?? 0);
}

function colorReason(env: Readonly<Record<string, string | undefined>>): string {
  const name = ['NO_COLOR', 'CLICOLOR_FORCE'].find((variable) => env[variable]);
  if (name) return ` (${name})`;
  return env['TERM'] === 'dumb' ? ' (TERM=dumb)' : '';
}

/** Checks whether a sandbox runs, if the profile in use is meant for one. */
export const checkSandbox: DoctorCheck = async ({ system, nested, settings }) => {
  const env = { ...system.env, REMIT_FORMAT: undefined, REMIT_PROFILE: undefined };
  const { exitCode, stdout } = await nested.command(['sandbox', 'status', '--json'], { env });
  if (exitCode === 0) return [okResult('sandbox', describe(JSON.parse(stdout)))];
  if (exitCode !== 9) return [skippedResult('sandbox', 'not included in this build')];
  if (settingsIfReadable(settings)?.profile !== 'sandbox')
    return [okResult('sandbox', 'not running')];
  return [
    warningResult('sandbox', 'not running, but the profile points to it', 'remit sandbox start'),
  ];
};

const describe = ({ baseUrl, pid, now }: Readonly<Record<string, unknown>>) =>
  `running at ${baseUrl} (process ${pid}); its time is ${now}`;
