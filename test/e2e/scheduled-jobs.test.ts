import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Home, node, program, startHome } from '../helpers/built-program.ts';

let home: Home;
let bin: string;
beforeAll(async () => {
  home = await startHome();
  bin = join(home.folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'remit'), `#!/bin/sh\nexec ${node} ${program} "$@"\n`, { mode: 0o755 });
});
afterAll(() => home.close());

interface Ran {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Runs something as a scheduler would: no terminal, no home directory, and an environment of its own. */
async function scheduled(
  words: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const [command, ...rest] = words;
  const { exitCode, stdout, stderr } = await execa(command, rest, {
    env: { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, ...env },
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    cwd: '/',
    timeout: 30_000,
  });
  return { code: exitCode, out: stdout, err: stderr };
}

const example = (name: string) => readFile(resolve('examples', name), 'utf8');

/** The paths of an example, as they are here. */
const here = (text: string): string =>
  text
    .replaceAll('/usr/local/lib/node_modules/remit-cli/examples', resolve('examples'))
    .replaceAll('/usr/local/bin/remit', join(bin, 'remit'))
    .replaceAll('/var/lib/remit', home.env['REMIT_HOME'] ?? '');

const has = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** An approved payable that the profile's business is to pay. */
async function approved(amount: number, due: string): Promise<string> {
  const [, payee] = home.started.businesses;
  const [connection] = await home.json('connection list');
  const { id } = await home.json(
    `payable create -b ${payee?.id} --connection ${connection.id} --amount ${amount} --due ${due} --submit`,
  );
  await home.json(`payable approve ${id} --yes --max-total 1000000`);
  return id;
}

const payments = async () => (await home.json('journal list')).length;

describe('the crontab lines', () => {
  test('run without a terminal and without HOME, and leave a complete file', async () => {
    const id = await approved(12, '2026-03-10');
    await home.json(`pay initiate ${id} --yes`);
    await home.json('sandbox clock advance 4bd');
    const lines = here(await example('cron/remit.cron')).split('\n');
    const settings = lines.filter((it) => /^[A-Z_]+=/.test(it)).map((it) => it.split('='));
    const given = Object.fromEntries(settings);
    const env = { ...given, PATH: `${bin}:${given.PATH}`, REMIT_PROFILE: 'sandbox' };
    const jobs = lines.filter((it) => /^[\d*]/.test(it));
    expect(jobs).toHaveLength(2);
    // A per cent sign is a line break to cron.
    for (const job of jobs) expect(job).not.toContain('%');
    for (const job of jobs) {
      const command = job.split(/\s+/).slice(5).join(' ');
      const ran = await scheduled(['/bin/sh', '-c', command], env);
      expect([command, ran]).toEqual([command, { code: 0, out: '', err: '' }]);
    }
    const paid = join(home.env['REMIT_HOME'] ?? '', 'paid.csv');
    expect(await readFile(paid, 'utf8')).toContain(`\n${id},`);
    expect((await stat(paid)).mode & 0o777).toBe(0o600);
  });
});

describe('again.sh', () => {
  /** Runs it on a command that ends with these codes, one after the other; gives its own code and how often it ran. */
  async function ended(codes: readonly number[]): Promise<[number | undefined, number]> {
    const count = join(home.folder, 'count');
    await writeFile(count, '');
    const script = `echo x >> ${count}; set -- ${codes.join(' ')}; shift $(($(wc -l < ${count}) - 1)); exit $1`;
    const ran = await scheduled([resolve('examples/again.sh'), 'sh', '-c', script], {
      AGAIN_PAUSE: '0',
    });
    return [ran.code, (await readFile(count, 'utf8')).trim().split('\n').length];
  }

  test('retries what is safe to retry, at most twice, and nothing else', async () => {
    expect(await ended([0])).toEqual([0, 1]);
    expect(await ended([9, 12, 0])).toEqual([0, 3]);
    expect(await ended([8, 8, 8])).toEqual([8, 3]);
    expect(await ended([9, 7])).toEqual([7, 2]);
    for (const code of [1, 2, 3, 4, 5, 6, 7, 10, 11, 13, 14, 15]) {
      expect(await ended([code])).toEqual([code, 1]);
    }
  });
});

describe('month-end.sh', () => {
  const monthEnd = (folder: string, env: Record<string, string> = {}) =>
    scheduled([resolve('examples/month-end.sh'), '2026-03', folder], {
      ...home.env,
      MAX_TOTAL: '5000',
      ...env,
    });

  test('exports, plans, makes a dry run and reports, and pays nothing', async () => {
    const folder = join(home.folder, 'closing');
    const id = await approved(1250.5, '2026-03-20');
    const before = await payments();
    const { code, out, err } = await monthEnd(folder);
    expect([code, err]).toEqual([0, expect.stringContaining('To pay it: remit run apply')]);
    expect(out).toContain('1250.50');
    const file = (name: string) => readFile(join(folder, '2026-03', name), 'utf8');
    expect(await file('payables.csv')).toContain(`${id},`);
    expect(await file('connections.csv')).toContain('Coastal Linen Inc');
    expect(await file('journal.csv')).toMatch(/^id,operation,outcome/);
    expect(JSON.parse(await file('requests.json'))).toMatchObject({
      dryRun: true,
      request: { method: 'POST', body: { payments: [{ payableId: id }] } },
    });
    expect(await file('report.csv')).toMatch(/1250\.50,not-sent/);
    expect(await payments()).toBe(before);
    expect((await stat(join(folder, '2026-03', 'plan.json'))).mode & 0o777).toBe(0o600);

    const [line] = /remit run apply .+$/m.exec(err) ?? [''];
    expect((await scheduled(['/bin/sh', '-c', `${line} --yes`], home.env)).code).toBe(0);
    expect((await monthEnd(folder)).err).toContain('Nothing is due by 2026-03-31.');
  });

  test('stops above the limit, and reports missing variables', async () => {
    await approved(900, '2026-03-21');
    const folder = join(home.folder, 'too-much');
    expect((await monthEnd(folder, { MAX_TOTAL: '899.99' })).code).toBe(14);
    expect((await monthEnd(folder, { REMIT_TOKEN: 'x'.repeat(40) })).code).toBe(4);
    const { code, err } = await scheduled([resolve('examples/month-end.sh')], home.env);
    expect([code, err]).toEqual([1, expect.stringContaining('month, such as 2026-03')]);
  });

  test('makes no plan while an outcome is unknown', async () => {
    const [connection] = await home.json('connection list');
    await home.json('sandbox fault add --operation pay.quickPay --drop after');
    const lost = await home.run(`pay quick ${connection.id} --amount 3.33 --yes`);
    expect(lost.code).toBe(10);
    const folder = join(home.folder, 'in-doubt');
    const { code, err } = await monthEnd(folder);
    expect([code, err]).toEqual([10, expect.stringContaining('Something is in doubt')]);
    await expect(stat(join(folder, '2026-03', 'plan.json'))).rejects.toThrow();
    const [{ id }] = await home.json('journal list --unresolved');
    await home.json(`journal resolve ${id} --applied --note "seen in the sandbox"`);
  });
});

describe('the systemd units', () => {
  const units = ['remit-reconcile.service', 'remit-reconcile.timer'];

  test('start a working command', async () => {
    const unit = here(await example('systemd/remit-reconcile.service'));
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
    const token = join(home.folder, 'token');
    await writeFile(token, `${home.started.token}\n`, { mode: 0o600 });
    const env = { ...home.env, REMIT_PROFILE: 'sandbox', REMIT_TOKEN_FILE: token };
    const ran = await scheduled(['/bin/sh', '-c', command], env);
    expect([ran.code, JSON.parse(ran.out), ran.err]).toEqual([0, [], '']);
    // Every code is either run again or left alone, and 10 is left alone.
    const [, alone = ''] = /^RestartPreventExitStatus=(.+)$/m.exec(unit) ?? [];
    expect(alone.split(' ').map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, 10, 11, 13, 14, 15]);
  });

  test.skipIf(!has('systemd-analyze'))('are valid', async () => {
    const folder = join(home.folder, 'units');
    await mkdir(folder);
    for (const name of units) {
      await writeFile(join(folder, name), here(await example(`systemd/${name}`)));
    }
    const { code, err } = await scheduled([
      'systemd-analyze',
      'verify',
      '--man=no',
      join(folder, 'remit-reconcile.timer'),
    ]);
    expect([code, err]).toEqual([0, '']);
  });
});

/** A home directory that belongs to another user. */
function homeOfSomebody(): string {
  const folder = join(home.folder, 'home-of-somebody');
  mkdirSync(folder);
  if (process.getuid?.() === 0) chownSync(folder, 1001, 1001);
  return folder;
}

describe('the GitHub workflow', () => {
  /** The home directory of a job: none, or another user's, as for root in a container. */
  const jobs = [
    ['on a runner', () => undefined],
    ['in a container, where the home directory is that of somebody else', homeOfSomebody],
  ] as const;

  test.for(jobs)('exports files that are archived, %s', async ([name, homeOf], { skip }) => {
    const HOME = homeOf();
    skip(HOME !== undefined && process.getuid?.() !== 0, 'only root has such a home');
    const workflow = await example('ci/export.yml');
    const { steps } = parse(workflow).jobs.export;
    const { with: inputs } = steps.find(({ id }: { id?: string }) => id === 'export');
    const cwd = join(home.folder, `checkout ${name.length}`);
    await mkdir(cwd);
    const [payer] = home.started.businesses;
    const GITHUB_STEP_SUMMARY = join(home.folder, `summary ${name.length}.md`);
    const GITHUB_OUTPUT = join(home.folder, `output ${name.length}`);
    const ran = await scheduled(['bash', resolve('packaging/action/run')], {
      ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY, GITHUB_OUTPUT },
      REMIT_BASE_URL: home.started.baseUrl,
      REMIT_BUSINESS: payer?.id ?? '',
      TOKEN: home.started.token,
      RUN: `cd "${cwd}"\n${inputs.run}`,
      ...(HOME !== undefined && { HOME }),
    });
    expect(ran).toEqual({ code: 0, out: '', err: '' });
    if (HOME !== undefined) expect(readdirSync(HOME)).toEqual([]);
    const sums = await readFile(join(cwd, 'SHA256SUMS'), 'utf8');
    const summary = await readFile(GITHUB_STEP_SUMMARY, 'utf8');
    for (const sum of sums.match(/^[0-9a-f]{64}/gm) ?? []) expect(summary).toContain(sum);
    // What the action hands on, of the last file.
    const outputs = await readFile(GITHUB_OUTPUT, 'utf8');
    const last = outputs.slice(outputs.lastIndexOf('file='));
    expect(last).toMatch(
      /^file=connections\.csv\nrows=\d+\n[\s\S]*sha256=[0-9a-f]{64}\ncomplete=true\n$/,
    );
    expect(outputs).toMatch(/^sum_amount=\d+\.\d\d$/m);
    expect(sums.match(/\S+\.csv/g)).toEqual([
      './connections.csv',
      './created.csv',
      './payables.csv',
    ]);
  });

  test('uses pinned actions and minimal permissions, like the workflows of this repository', async () => {
    for (const path of [
      'examples/ci/export.yml',
      '.github/workflows/ci.yml',
      '.github/workflows/release.yml',
    ]) {
      const workflow = await readFile(path, 'utf8');
      const actions = workflow.match(/uses: .+/g) ?? [];
      expect(actions.length).toBeGreaterThan(0);
      for (const it of actions) expect(it).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d/);
      expect(workflow).toMatch(/^permissions:( \{\}|\n {2}contents: read)$/m);
    }
  });
});

test.skipIf(!has('shellcheck'))('shellcheck accepts the scripts', async () => {
  const actions = readdirSync('packaging/action').map((it) => `packaging/action/${it}`);
  const examples = ['examples/again.sh', 'examples/month-end.sh'];
  const scripts = [...examples, ...actions].map((it) => resolve(it));
  expect(await scheduled(['shellcheck', ...scripts])).toEqual({ code: 0, out: '', err: '' });
});
