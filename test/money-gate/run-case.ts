/** Execution of a case against the recorder. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrustedFile } from '../../src/config/machine-policy.ts';
import { writeMachinePolicy } from '../helpers/machine-policy.ts';
import { answerConfirmation, remit } from '../helpers/run-command.ts';
import type { Case } from './cases.ts';
import { movedBy, type Recorded, type startRecorder } from './recorder.ts';

/** The observed effects of a command line. */
export interface Outcome {
  readonly code: number;
  readonly err: string;
  readonly writes: readonly Recorded[];
  /** The cents of each movement in the bytes sent, as the most lenient service reads them. */
  readonly moved: readonly number[];
  readonly intents: readonly Intent[];
  /** The answer typed at the prompt; `undefined` without a prompt. */
  readonly answered: string | undefined;
}

interface Intent {
  readonly operation: string;
  readonly outcome: string;
  readonly amount: number | null;
}

type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/** Runs a case with its own home directory. `program` runs a command line; in this process by default. */
export async function runCase(
  it: Case,
  recorder: Recorder,
  program: RunProgram = inProcess,
): Promise<Outcome> {
  const home = await mkdtemp(join(tmpdir(), 'remit-gate-'));
  try {
    const env = await homeFor(it, home, recorder.baseUrl);
    recorder.takeWrites();
    const { code, err, answered } = await program(it, env, machinePolicyOf(it, home));
    const writes = recorder.takeWrites();
    const unit = it.dialect?.['amountUnit'] === 'cents' ? 'cents' : 'dollars';
    const listed = await remit('journal list --json', { env });
    return {
      code,
      err,
      answered,
      writes,
      moved: writes.flatMap((write) => movedBy(write, unit) ?? []),
      intents: JSON.parse(listed.out || '[]'),
    };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function homeFor({ limit, dialect }: Case, home: string, baseUrl: string) {
  const config = join(home, 'config');
  await mkdir(config, { recursive: true, mode: 0o700 });
  const file = join(home, 'dialect.json');
  if (dialect) await writeFile(file, JSON.stringify(dialect), { mode: 0o600 });
  const profile = {
    baseUrl,
    business: 'biz_1',
    ...(limit && { [`policy.${limit.key}`]: ruleOf(limit) }),
    ...(dialect && { dialect: file }),
  };
  const configuration = { version: 1, current: 'test', profiles: { test: profile }, settings: {} };
  await writeFile(join(config, 'config.json'), JSON.stringify(configuration), { mode: 0o600 });
  return { REMIT_HOME: home, REMIT_TOKEN: 'token-of-the-test' };
}

type Limit = NonNullable<Case['limit']>;

/** Returns the value of the profile's rule: that of the case, or a laxer one that the machine's must replace. */
function ruleOf({ key, dollars, owner }: Limit): unknown {
  if (key === 'requireApproval') return owner === 'profile';
  return String(owner === 'profile' ? dollars : dollars * 1_000_000);
}

/** Writes the machine policy; `undefined` if the limit of a case is the profile's. */
function machinePolicyOf({ limit }: Case, home: string): TrustedFile | undefined {
  if (limit?.owner !== 'machine') return undefined;
  const { key, dollars } = limit;
  const rule = key === 'requireApproval' ? true : dollars;
  const signers = { approvals: { signers: '/nonexistent/allowed_signers' } };
  return writeMachinePolicy({ [key]: rule, ...signers }, join(home, 'state'));
}

/** Runs the command line of a case. The built program takes no other place of the machine policy. */
export type RunProgram = (
  it: Case,
  env: Readonly<Record<string, string>>,
  machinePolicyFile: TrustedFile | undefined,
) => Promise<{ code: number; err: string; answered?: string | undefined }>;

async function inProcess(
  { argv, stdin, isAsked }: Case,
  environment: Readonly<Record<string, string>>,
  machinePolicyFile: TrustedFile | undefined,
) {
  const where = { env: environment, ...(machinePolicyFile && { machinePolicyFile }) };
  let answered: string | undefined;
  const answer = (screen: string) => {
    answered = answerConfirmation(screen).trim();
    return `${answered}\r`;
  };
  const typed = isAsked
    ? { ...where, tty: { stdin: true, stderr: true }, stdin: answer }
    : { ...where, ...(stdin !== undefined && { stdin }) };
  const { code, err } = await remit(argv, typed);
  return { code, err, answered };
}
