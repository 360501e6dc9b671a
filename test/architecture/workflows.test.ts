import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type * as Parser from '@actions/workflow-parser';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadWorkflowParser } from '../helpers/workflow-parser.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly container?: string;
  readonly defaults?: { readonly run: { readonly shell: string } };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
const examples = readdirSync('examples/ci').map((name) => `examples/ci/${name}`);
const textOf = (path: string) => readFileSync(path, 'utf8');
const jobsOf = (path: string): [string, Job][] => Object.entries(parse(textOf(path)).jobs);
const stepsOf = (path: string): readonly Step[] => jobsOf(path).flatMap(([, { steps }]) => steps);

let parser: typeof Parser;
beforeAll(async () => {
  parser = await loadWorkflowParser();
});

/** Returns what GitHub's own parser finds wrong. */
async function problemsIn(name: string, content: string): Promise<string[]> {
  const trace = new parser.NoOperationTraceWriter();
  const { context, value } = parser.parseWorkflow({ name, content }, trace);
  if (value) await parser.convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each([...workflows, ...examples])('%s', (path) => {
  test('is valid: keys, expressions, and the jobs that others need', async () => {
    expect(await problemsIn(path, textOf(path))).toEqual([]);
  });

  test('pins every action and image to a commit or digest, with its version beside it', () => {
    const lines = textOf(path).match(/^.*\b(uses|container): .*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    const pinned = /uses: [\w/-]+@[0-9a-f]{40} # v\d|container: \S+:\S+@sha256:[0-9a-f]{64}$/;
    expect(lines.filter((it) => !pinned.test(it))).toEqual([]);
  });

  test('ends each job after a time', () => {
    const endless = jobsOf(path).filter(([, job]) => job['timeout-minutes'] === undefined);
    expect(endless).toEqual([]);
  });

  test('puts no expression into a script, where it would be run', () => {
    expect(stepsOf(path).filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  test('has scripts without a mistake that shellcheck finds', ({ skip }) => {
    skip(spawnSync('shellcheck', ['--version']).status !== 0, 'shellcheck is missing');
    for (const { run, shell = 'bash' } of stepsOf(path)) {
      if (run === undefined || shell !== 'bash') continue;
      const input = `#!/bin/bash\n${run}`;
      const { stdout } = spawnSync('shellcheck', ['-'], { input, encoding: 'utf8' });
      expect(stdout).toBe('');
    }
  });
});

test('the parser finds what is wrong in a workflow', async () => {
  const workflow = (job: string) => `on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n${job}`;
  const step = '    steps:\n      - run: echo\n';
  expect(await problemsIn('right', workflow(step))).toEqual([]);
  for (const wrong of [
    step.replace('run:', 'runs:'),
    `    needs: missing\n${step}`,
    `    if: \${{ github.actor == }}\n${step}`,
    `    permissions: { contents: everything }\n${step}`,
  ]) {
    expect(await problemsIn('wrong', workflow(wrong))).not.toEqual([]);
  }
});

describe.each(workflows)('%s', (path) => {
  const { on, permissions, jobs }: Workflow = parse(textOf(path));

  test('grants nothing by default but reading, and uses no secret of the repository', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(permissions);
    expect(textOf(path)).not.toMatch(/secrets\./);
  });

  test('is started by nobody who may not write to the repository, with rights of one who may', () => {
    const events = Object.keys(typeof on === 'string' ? { [on]: null } : Object(on));
    const known = ['pull_request', 'push', 'schedule', 'workflow_dispatch'];
    expect(events.filter((it) => !known.includes(it))).toEqual([]);
  });

  test('leaves no token in the directory of a checkout', () => {
    const checkouts = stepsOf(path).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    const leaving = checkouts.filter((it) => it.with?.['persist-credentials'] !== false);
    expect(leaving).toEqual([]);
  });

  test('lets at most the job that publishes write', () => {
    const writing = Object.entries(jobs).filter(([, job]) =>
      Object.values(job.permissions ?? {}).includes('write'),
    );
    expect(writing.map(([name]) => name)).toEqual(path.endsWith('/release.yml') ? ['publish'] : []);
  });
});

describe('the job that publishes a release', () => {
  const { jobs }: Workflow = parse(textOf('.github/workflows/release.yml'));
  const { steps = [] } = jobs['publish'] ?? {};
  const at = (wanted: (step: Step) => boolean) => steps.findIndex(wanted);

  test('runs no code of this project: its steps are two actions and these commands', () => {
    const actions = steps.flatMap(({ uses = [] }) => uses).map((it) => String(it).split('@')[0]);
    expect([...new Set(actions)]).toEqual([
      'actions/download-artifact',
      'actions/attest-build-provenance',
    ]);
    const commands = steps
      .flatMap(({ run = '' }) => run.split(/\n|\||&&|\$\(|;/))
      .map((it) => it.trim().split(' ')[0] ?? '')
      .filter((it) => /^[a-z]/.test(it) && !/^(\w+=|for$|do$|done$)/.test(it));
    expect([...new Set(commands)].toSorted()).toEqual([
      'docker',
      'gh',
      'printf',
      'rm',
      'sha256sum',
    ]);
    const scripts = steps.map(({ run = '' }) => run).join('\n');
    expect(scripts).not.toMatch(/docker (run|build|exec|compose)\b|buildx (build|bake)/);
  });

  test('has each executable compressed too, for downloads', () => {
    const scripts = (jobs['executable']?.steps ?? []).map(({ run = '' }) => run).join('\n');
    expect(scripts).toContain('gzip --best --no-name --keep "release/$NAME"');
  });

  test('checks every file against the checksums of another job before it uses one', () => {
    const check = at(({ run = '' }) => run.includes('sha256sum --check --strict SHA256SUMS'));
    expect(check).toBe(1);
    expect(steps[check]?.run).toContain(`printf '%s  SHA256SUMS\\n' "$DIGEST" | sha256sum --check`);
    expect(at(({ run = '' }) => run.includes('docker load'))).toBeGreaterThan(check);
    expect(at(({ run = '' }) => run.includes('gh release create'))).toBe(steps.length - 1);
  });
});

test('nothing says to install a package that this project has not registered', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  const told = files.filter(
    (path) =>
      !path.startsWith('test/') &&
      /(npm (install|i|add|exec)|npx|pnpm|yarn)\b[^\n`]*[ =](?!\.\/)remit-cli(?!-)/.test(
        textOf(path),
      ),
  );
  expect(told).toEqual([]);
});
