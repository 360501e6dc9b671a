import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseAllowedSigners } from '../../src/money/runs/signing/allowed-signers.ts';
import type { SignedSubject } from '../../src/money/runs/signing/signable.ts';
import { type TrustedSigners, verifySignatures } from '../../src/money/runs/signing/signatures.ts';
import { systemSshKeygen } from '../../src/money/runs/signing/ssh-keygen.ts';
import { createTestSystem } from '../helpers/run-command.ts';

// Everything here is signed and verified by the real ssh-keygen: .ci/run installs it.

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'remit-test-')));
  for (const name of ['ada', 'bo', 'eve']) {
    const args = ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', at(name)];
    execFileSync('ssh-keygen', args, { stdio: 'pipe' });
  }
  await mkdir(at('empty'));
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const keyOf = async (name: string) =>
  (await readFile(at(`${name}.pub`), 'utf8')).split(' ').slice(0, 2).join(' ');
/** Returns a moment some seconds from now. */
const moment = (seconds = 0) => new Date(Date.now() + seconds * 1000).toISOString();
/** Returns a moment some seconds from now, as a line of signers has it. */
const time = (seconds: number) => moment(seconds).replaceAll(/\D/g, '').slice(0, 14);

const systemWith = (env: Readonly<Record<string, string | undefined>> = {}) =>
  createTestSystem([], { env: { PATH: process.env['PATH'], ...env }, cwd: folder }, [], []);

/** Returns a plan of this total that is approved. */
const planOf = (total: string): SignedSubject<'approver'> => ({
  kind: 'plan',
  namespace: 'remit-plan',
  textOf: (claim) => `${claim.role} ${claim.person} ${claim.at} ${total}\n`,
  printedBy: () => '',
});
const plan = planOf('$100.00');

/** Trusts the people of these lines. */
async function trusting(...lines: readonly string[]): Promise<TrustedSigners> {
  const file = at('signers');
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  const signers = parseAllowedSigners(await readFile(file, 'utf8'), file);
  return { file, signers, revoked: undefined, program: undefined };
}

/** Approves the plan as a person, with a key, for a purpose. */
function approval({
  as,
  with: key = as,
  when = moment(),
  namespace = 'remit-plan',
}: {
  readonly as: string;
  readonly with?: string;
  readonly when?: string;
  readonly namespace?: string;
}) {
  const claim = { role: 'approver', person: as, at: when } as const;
  const args = ['-q', '-Y', 'sign', '-n', namespace, '-f', at(key)];
  const options = { input: plan.textOf(claim), encoding: 'utf8', stdio: 'pipe' } as const;
  return { ...claim, signature: execFileSync('ssh-keygen', args, options) };
}

/** Returns what is wrong with an approval; `null` if it counts. */
async function problemOf(
  signed: ReturnType<typeof approval>,
  trusted: TrustedSigners,
  { subject = plan, env }: { subject?: typeof plan; env?: Parameters<typeof systemWith>[0] } = {},
) {
  const [verified] = await verifySignatures(systemWith(env), subject, [signed], trusted);
  expect(verified).toEqual({ ...signed, problem: verified?.problem });
  return verified?.problem;
}

let ada: string;
let bo: string;
beforeEach(async () => {
  ada = `ada ${await keyOf('ada')}`;
  bo = `bo ${await keyOf('bo')}`;
});

describe('an approval counts', () => {
  test('of a person who is trusted, wherever they stand in the file', async () => {
    const trusted = await trusting(ada, bo);
    expect(await problemOf(approval({ as: 'ada' }), trusted)).toBeNull();
    expect(await problemOf(approval({ as: 'bo' }), trusted)).toBeNull();
  });

  test.each(['America/New_York', 'Pacific/Honolulu', 'Pacific/Kiritimati'])(
    'while its key is valid, in the time zone %s too',
    async (TZ) => {
      const [after, before] = [time(-1800), time(1800)];
      const trusted = await trusting(
        `bo valid-after="${after}",valid-before="${before}" ${bo.slice(3)}`,
      );
      expect(await problemOf(approval({ as: 'bo' }), trusted, { env: { TZ } })).toBeNull();
    },
  );

  test('beside a list of revoked keys that has others', async () => {
    const trusted = await trusting(ada, bo);
    await writeFile(at('revoked'), `${await keyOf('ada')}\n`);
    const revoked = { file: at('revoked'), content: await readFile(at('revoked')) };
    expect(await problemOf(approval({ as: 'bo' }), { ...trusted, revoked })).toBeNull();
    expect(await problemOf(approval({ as: 'ada' }), { ...trusted, revoked })).toBe(
      'is of a revoked key',
    );
  });
});

describe('an approval does not count, and says why', () => {
  test('of a key that nobody has, whoever it names', async () => {
    const trusted = await trusting(ada, bo);
    for (const as of ['bo', 'eve']) {
      expect(await problemOf(approval({ as, with: 'eve' }), trusted)).toBe(
        'is of a key that nobody is trusted with',
      );
    }
  });

  test("of a person who is not trusted, with another person's key", async () => {
    const trusted = await trusting(ada, bo);
    expect(await problemOf(approval({ as: 'eve', with: 'ada' }), trusted)).toBe(
      'is of a key that nobody is trusted with',
    );
  });

  test("with another person's key", async () => {
    const trusted = await trusting(ada, bo);
    expect(await problemOf(approval({ as: 'bo', with: 'ada' }), trusted)).toBe(
      'is made with the key of ada',
    );
  });

  test('for another purpose', async () => {
    expect(await problemOf(approval({ as: 'bo', namespace: 'git' }), await trusting(bo))).toBe(
      'is made for another purpose',
    );
    const forGit = await trusting(`bo namespaces="git" ${bo.slice(3)}`);
    expect(await problemOf(approval({ as: 'bo' }), forGit)).toBe('is made for another purpose');
  });

  test('of a plan that changed after it was signed, with revoked keys or without', async () => {
    const trusted = await trusting(ada, bo);
    await writeFile(at('revoked'), '');
    const revoked = { file: at('revoked'), content: Buffer.alloc(0) };
    for (const whose of [trusted, { ...trusted, revoked }]) {
      const subject = planOf('$1.00');
      expect(await problemOf(approval({ as: 'bo' }), whose, { subject })).toBe(
        'does not match the plan, the person and the time',
      );
    }
  });

  test.each([
    [300, null],
    [301, 'is of the future'],
  ])('of a clock that is %d s ahead: %s', async (ahead, problem) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const signed = approval({ as: 'bo', when: moment(ahead) });
      expect(await problemOf(signed, await trusting(bo))).toBe(problem);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['valid-before', -60],
    ['valid-after', 3600],
  ])('of a key that is not valid now: %s', async (option, seconds) => {
    const trusted = await trusting(`bo ${option}="${time(seconds)}" ${bo.slice(3)}`);
    expect(await problemOf(approval({ as: 'bo', when: moment(-120) }), trusted)).toBe(
      'is of a key that is not valid now',
    );
  });

  test.each([
    ['valid-after', -1800, -3600],
    ['valid-before', 120, 240],
  ])('of a time at which its key was not valid: %s', async (option, seconds, signed) => {
    const trusted = await trusting(`bo ${option}="${time(seconds)}" ${bo.slice(3)}`);
    expect(await problemOf(approval({ as: 'bo', when: moment(signed) }), trusted)).toBe(
      'is of a time at which its key was not valid',
    );
  });

  test('of a person whom the file gained after it was read', async () => {
    const before = await trusting(ada);
    await trusting(ada, bo);
    expect(await problemOf(approval({ as: 'bo' }), before)).toBe(
      'is of a key that nobody is trusted with',
    );
  });
});

describe('where nobody is trusted', () => {
  test('nobody approved, and no ssh-keygen is needed to know it', async () => {
    const signed = approval({ as: 'bo' });
    const nobody = await trusting();
    expect(await problemOf(signed, nobody, { env: { PATH: at('empty') } })).toBe(
      'is of a key that nobody is trusted with',
    );
    await expect(
      problemOf(signed, await trusting(bo), { env: { PATH: at('empty') } }),
    ).rejects.toThrow('ssh-keygen was not found');
  });
});

describe("the administrator's ssh-keygen", () => {
  test('is that of the system, whatever is in PATH', () => {
    expect(systemSshKeygen('linux')).toBe('/usr/bin/ssh-keygen');
  });

  let bin: string;
  beforeEach(async () => {
    bin = await mkdtemp(join(folder, 'bin-'));
    const source = `#!/bin/sh
{ pwd; echo "$LD_AUDIT $TZ"; } > ${bin}/seen
exec ${execFileSync('which', ['ssh-keygen'], { encoding: 'utf8' }).trim()} "$@"
`;
    await writeFile(join(bin, 'ssh-keygen'), source, { mode: 0o700 });
  });
  afterEach(() => rm(bin, { recursive: true }));
  const seen = async () => (await readFile(join(bin, 'seen'), 'utf8')).trim().split('\n');

  test('gets no variable of the user, who could make it find a signature valid', async () => {
    const trusted = { ...(await trusting(bo)), program: join(bin, 'ssh-keygen') };
    const env = { LD_AUDIT: 'mine.so', PATH: at('empty') };
    expect(await problemOf(approval({ as: 'bo' }), trusted, { env })).toBeNull();
    expect(await seen()).toEqual([bin, ' UTC']);
    expect(await problemOf(approval({ as: 'bo', with: 'ada' }), trusted, { env })).toBe(
      'is of a key that nobody is trusted with',
    );
  });

  test("is not the user's, which runs where the command does", async () => {
    const env = { LD_AUDIT: '', PATH: `${bin}:${process.env['PATH']}` };
    expect(await problemOf(approval({ as: 'bo' }), await trusting(bo), { env })).toBeNull();
    expect(await seen()).toEqual([folder, ' UTC']);
  });
});
