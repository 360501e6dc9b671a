import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultProxy } from '../faults/fault-proxy.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';

/**
 * The package as a program gets it: packed, and installed offline into a project of its own. The programs of the guides
 * are compiled there, with the examples; the first one and those with a sandbox are run.
 */

const pages = ['docs/library.md', 'docs/sandbox-in-tests.md'];
let project: string;
let service: Service;

/** The programs of both guides, those of the client first. */
async function programs(): Promise<string[]> {
  const texts = await Promise.all(pages.map((page) => readFile(page, 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code),
  );
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'remit-library-'));
  const quiet: ExecFileSyncOptionsWithStringEncoding = {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  };
  const pack = ['pack', '--ignore-scripts', '--offline', '--silent', '--pack-destination', project];
  const tarball = execFileSync('npm', pack, quiet).trim();
  const modules = join(project, 'node_modules');
  await mkdir(modules);
  const options = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext' };
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...options, target: 'es2022', types: ['node'], skipLibCheck: false },
    }),
  );
  const install = ['install', '--offline', '--ignore-scripts', '--omit=optional', '--no-audit'];
  execFileSync('npm', [...install, '--no-fund', join(project, tarball)], {
    ...quiet,
    cwd: project,
  });
  for (const it of ['@types/node', 'undici-types', '@photostructure/sqlite', 'node-gyp-build']) {
    await mkdir(join(modules, it, '..'), { recursive: true });
    await symlink(resolve('node_modules', it), join(modules, it)).catch(() => {});
  }
  for (const [at, code] of (await programs()).entries()) {
    await writeFile(join(project, `program${at + 1}.ts`), code);
  }
  await cp('examples/sandbox/month-end.ts', join(project, 'month-end.ts'));
  await execa(resolve('node_modules/.bin/tsc'), ['-p', project]);
}, 180_000);
afterAll(() => rm(project, { recursive: true, force: true }));

beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** Runs the first program of the guide. */
const pay = (env: Readonly<Record<string, string>> = {}, change = (code: string) => code) =>
  runProgram(change, { ...service.env, ...env });

async function runProgram(change: (code: string) => string, env: Readonly<Record<string, string>>) {
  const file = join(project, 'changed.js');
  await writeFile(file, change(await readFile(join(project, 'program1.js'), 'utf8')));
  const { PATH = '' } = process.env;
  return execa(process.execPath, [file], {
    ...{ env: { PATH, ...env }, extendEnv: false, cwd: project, reject: false },
  });
}

/** The number of payments that the journal has, by outcome. */
async function outcomes() {
  const intents = await service.json<{ operation: string; outcome: string }[]>('journal list');
  return intents.map(({ outcome }) => outcome);
}

/** Runs a program that needs nothing but the package, and returns what it prints. */
async function printedBy(file: string): Promise<string[]> {
  const { PATH = '' } = process.env;
  const { stdout } = await execa(process.execPath, [file], {
    ...{ env: { PATH }, extendEnv: false, cwd: project },
  });
  return stdout.split('\n');
}

test('the programs with a sandbox print what their guide says', async () => {
  const withSandbox = (await programs()).flatMap((code, at) =>
    code.includes("'remit-cli/sandbox'") ? [`program${at + 1}.js`] : [],
  );
  const [first = '', second = ''] = withSandbox;
  expect(await printedBy(first)).toEqual(['COMPLETED', 'duplicate']);
  expect(await printedBy(second)).toEqual([expect.stringMatching(/^pmt_/)]);
});

test('the example of a month pays, and one payment fails', async () => {
  const lines = await printedBy('month-end.js');
  expect(lines.toSorted()).toEqual([
    'books balance',
    'payment.completed 184000',
    'payment.completed 61250',
    'payment.failed 220500',
  ]);
});

test('the hundredth sandbox of a process takes at most 30 ms of its processor and 5 MB', async () => {
  await writeFile(
    join(project, 'hundred.js'),
    [
      "import { createSandbox } from 'remit-cli/sandbox';",
      'const open = [await createSandbox()];',
      'const { rss } = process.memoryUsage();',
      'const took = [];',
      'for (let count = 1; count <= 100; count++) {',
      '  const before = process.cpuUsage();',
      '  const sandbox = await createSandbox();',
      '  const { user, system } = process.cpuUsage(before);',
      '  took.push((user + system) / 1000);',
      '  const { token } = sandbox.demo.acme;',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the program
      "  await sandbox.fetch('/api/businesses', { headers: { authorization: `Bearer ${token}` } });",
      '  open.push(sandbox);',
      '}',
      'console.log(took.toSorted((one, other) => one - other)[50]);',
      'console.log((process.memoryUsage().rss - rss) / 100 / 1024 ** 2);',
      'for (const sandbox of open) await sandbox.close();',
    ].join('\n'),
  );
  const [milliseconds, megabytes] = (await printedBy('hundred.js')).map(Number);
  expect(milliseconds).toBeLessThanOrEqual(30);
  expect(megabytes).toBeLessThanOrEqual(5);
});

test('the guide has programs, and the first one is short', async () => {
  const [first = '', ...others] = await programs();
  expect(first.split('\n').length).toBeLessThanOrEqual(30);
  expect(others.length).toBeGreaterThan(2);
});

test('it pays once; the second run is refused', async () => {
  const first = await pay();
  expect([first.stdout, first.stderr]).toEqual(['CL-1001 PENDING, settles 2026-03-05', '']);
  const second = await pay();
  expect([second.stdout, second.stderr]).toEqual(['CL-1001 not paid: duplicate', '']);
  expect(await outcomes()).toEqual(['applied']);
});

test.for([
  ['amount', /184_?000/, '184001'],
  ['payee', 'Coastal Linen Inc', 'Coastal Linen Ltd'],
] as const)('with another %s than it expects nothing is sent', async ([, right, wrong]) => {
  const { stdout } = await pay({}, (text) => text.replace(right, wrong));
  expect(stdout).toBe('CL-1001 not paid: expectation');
  expect(await outcomes()).toEqual([]);
});

test('a policy that requires approval binds it', async () => {
  await service.remit('policy set requireApproval true');
  expect((await pay()).stdout).toBe('CL-1001 not paid: not_approved');
  expect(await outcomes()).toEqual([]);
});

test('a lost response is unknown: the program ends, the journal lists it, the next run is refused', async () => {
  const proxy = await faultProxy(service.baseUrl, ({ method }) =>
    method === 'POST' ? 'reset-after' : undefined,
  );
  const through = {
    REMIT_BASE_URL: proxy.baseUrl,
    REMIT_TOKEN: service.token,
    REMIT_BUSINESS: service.payer,
  };
  const lost = await pay(through);
  expect([lost.exitCode, lost.stderr]).toEqual([1, expect.stringContaining('OutcomeUnknownError')]);
  expect(await outcomes()).toEqual(['unknown']);
  expect((await pay()).stdout).toBe('CL-1001 not paid: in_doubt');
  expect(await outcomes()).toEqual(['unknown']);
  await proxy.close();
});

test('every error of the package has its name, and JSON with the message and the next steps', async () => {
  await writeFile(
    join(project, 'names.js'),
    [
      "import * as library from 'remit-cli';",
      "const failure = { code: 'x', exitCode: 1, message: 'Not sent.', status: null, requestId: null,",
      "  intentId: null, outcome: null, retryable: false, fields: [], next: ['remit doctor'] };",
      'const classes = Object.entries(library).filter(([, it]) => it.prototype instanceof Error);',
      'console.log(JSON.stringify(classes.map(([name, Kind]) => [name, new Kind(failure)])));',
    ].join('\n'),
  );
  const { stdout } = await execa(process.execPath, ['names.js'], { cwd: project });
  const errors: [string, object][] = JSON.parse(stdout);
  expect(errors.length).toBeGreaterThan(11);
  for (const [name, json] of errors) {
    expect(json).toMatchObject({ name, message: 'Not sent.', next: ['remit doctor'] });
    expect(json).not.toHaveProperty('stack');
  }
});

test('the types of the package are those that the contract has', async () => {
  const folder = join(project, 'types');
  await mkdir(folder);
  const published = join(project, 'node_modules/remit-cli/dist/library.d.mts');
  await writeFile(
    join(folder, 'same.ts'),
    [
      `import type { OperationCalls as Contract } from '${resolve('src/library/operation-calls.ts')}';`,
      `import type { OperationCalls as Published } from '${published}';`,
      'export const toPublished = (calls: Contract): Published => calls;',
      'export const toContract = (calls: Published): Contract => calls;',
    ].join('\n'),
  );
  const compilerOptions = {
    rootDir: '/',
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
  };
  const config = { extends: resolve('tsconfig.json'), compilerOptions, include: ['same.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = await execa(resolve('node_modules/.bin/tsc'), ['-p', folder], {
    reject: false,
  });
  expect(stdout).toBe('');
});
