import { expect, test } from 'vitest';
import { type Import, layerOf, type Source, sources } from './sources.ts';

/** Who may import whom. A layer missing from a row is a layer it must not know exists; `type x` is its types alone. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'paged-iterable': [],
  contract: [],
  render: ['paged-iterable'],
  storage: [],
  config: [],
  http: ['paged-iterable', 'contract'],
  journal: ['contract', 'storage'],
  sandbox: ['contract', 'storage'],
  cli: [
    'paged-iterable',
    'contract',
    'render',
    'type config',
    'type http',
    'type journal',
    'payments',
    'type service',
  ],
  payments: ['contract', 'render', 'http', 'journal', 'config'],
  errors: [
    'contract',
    'cli',
    'render',
    'http',
    'journal',
    'payments',
    'storage',
    'config',
    'type service',
  ],
  service: [
    'paged-iterable',
    'contract',
    'cli',
    'render',
    'http',
    'journal',
    'config',
    'payments',
    'errors',
    'version',
  ],
  cash: ['contract', 'cli', 'render', 'config', 'type http', 'journal', 'payments', 'service'],
  commands: [
    'cash',
    'contract',
    'cli',
    'render',
    'payments',
    'http',
    'journal',
    'config',
    'errors',
    'service',
    'version',
  ],
  'commands/sandbox': ['sandbox', 'storage'],
  'commands/demo': ['sandbox'],
  'commands/doctor': ['storage'],
  program: [
    'paged-iterable',
    'contract',
    'render',
    'config',
    'http',
    'journal',
    'storage',
    'cli',
    'payments',
    'errors',
    'service',
    'commands',
    'version',
  ],
  library: [
    'paged-iterable',
    'config',
    'contract',
    'http',
    'cli',
    'render',
    'payments',
    'errors',
    'service',
    'program',
  ],
  main: ['program'],
  version: ['..'],
  'compare-text': [],
  'group-by': [],
  'strict-json': [],
  'is-record': [],
  memoize: [],
  'map-concurrent': [],
};

/** Functions that every layer may use. */
const known = [
  'compare-text',
  'group-by',
  'is-record',
  'map-concurrent',
  'memoize',
  'strict-json',
];

/** Packages that one room, or a few, know by name. The others never hear of them. */
const knownOnlyIn: Readonly<Record<string, readonly string[]>> = {
  '@photostructure/sqlite': ['storage'],
  pg: ['storage'],
  kysely: ['storage', 'journal', 'sandbox'],
  conf: ['config'],
  undici: ['http'],
  'node:http': ['http'],
  'node:https': ['http'],
  commander: ['program'],
  '@jmespath-community/jmespath': ['program'],
  '@modelcontextprotocol/sdk': ['commands'],
  chalk: ['render'],
  'cli-table3': ['render'],
  'csv-parse': ['cli'],
  'fast-xml-parser': ['cash'],
  'ical-generator': ['commands'],
  'rrule-temporal': ['cash'],
  hono: ['sandbox'],
  idiomorph: ['sandbox'],
  '@hono/node-server': ['sandbox'],
};

test('every file imports only from allowed layers', () => {
  expect(sources.map(({ path }) => layerOf(path)).filter((it) => !(it in mayImport))).toEqual([]);
  const strays = sources.flatMap((file) => {
    const [, folder] = /^(\w+\/\w+)\//.exec(file.path) ?? [];
    const ofFolder = mayImport[folder ?? ''] ?? [];
    const allowed = [...known, ...(mayImport[layerOf(file.path)] ?? []), ...ofFolder];
    return reached(file)
      .filter((it) => !isAllowed(it, allowed))
      .map(({ target }) => `${file.path} -> ${target}`);
  });
  expect(strays).toEqual([]);
});

test('no file imports a package that its layer may not use', () => {
  const strangers = sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, ours }) => !ours && knownOnlyIn[target]?.includes(layerOf(path)) === false)
      .map(({ target }) => `${path} -> ${target}`),
  );
  expect(strangers).toEqual([]);
});

test('a command imports no file of another resource', () => {
  const crossings = sources
    .filter(({ path }) => path.startsWith('commands/'))
    .filter(({ path }) => !isShared(path))
    .flatMap(({ path, imports }) =>
      imports.map(({ target }) => `${roomOf(path)} -> ${roomOf(target)}`),
    )
    .filter((it) => /-> commands\//.test(it) && !/^(\S+) -> \1$/.test(it))
    .filter((it) => !isShared(it.replace(/^\S+ -> /, '')));
  // The demo tells a story of all resources on a sandbox that it controls.
  const known = 'commands/demo -> commands/sandbox';
  expect(crossings.filter((it) => it !== known)).toEqual([]);
});

test('the contract and the renderers do no I/O', () => {
  expect(
    sources
      .filter(({ path }) => ['contract', 'render'].includes(layerOf(path)))
      .filter(({ imports }) => imports.some(({ target }) => target.startsWith('node:')))
      .map(({ path }) => path),
  ).toEqual([]);
});

test('zod is imported only as zod/mini', () => {
  expect(mention(/from 'zod(?!\/mini')|\brequire\(/, 'text')).toEqual([]);
});

test("of zod's schemas the structure that it documents is read, `_zod.def`, and nothing else", () => {
  expect(mention(/\b_zod\b(?!\.def\b|;)|\{(?! def \})[^{}]*\} = [^;]*\._zod;/)).toEqual([]);
});

/** Which SQLite to load depends on the Node that runs, before anything else does. */
const knowsNode = 'storage/sqlite.ts';

test('only main.ts and library.ts use the process, and no file uses the console', () => {
  const owned = sources.filter(({ code }) => /\(process: NodeJS\.Process\b/.test(code));
  expect(mention(/\bglobalThis\b|'node:(process|console)'/, 'text')).toEqual([knowsNode]);
  expect(
    mention(/(?<![.\w])process\s*[.,[)]/).filter((it) => !owned.some(({ path }) => path === it)),
  ).toEqual(['library.ts', 'main.ts', knowsNode]);
  expect(mention(/(?<![.\w])console\s*[.[]/)).toEqual([]);
});

test('the sandbox takes time and randomness only from its context', () => {
  const inSandbox = (paths: readonly string[]) => paths.filter((it) => it.startsWith('sandbox/'));
  expect(inSandbox(mention(/\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/))).toEqual([
    'sandbox/server/serve.ts',
  ]);
  expect(inSandbox(mention(/\bMath\.random\b/))).toEqual([]);
  const ruled = sources.filter(({ path }) =>
    /^sandbox\/(jobs|ledger)\/|\/(rules[\w-]*|handlers)\.ts$/.test(path),
  );
  const outside = /^node:(fs|crypto|net|http|timers|child_process|os)\b/;
  expect(ruled.filter((it) => it.imports.some(({ target }) => outside.test(target)))).toEqual([]);
});

const reached = ({ path, imports }: Source) =>
  imports.filter(({ target, ours }) => ours && layerOf(target) !== layerOf(path));

const isAllowed = ({ target, typeOnly }: Import, allowed: readonly string[]) =>
  allowed.includes(layerOf(target)) || (typeOnly && allowed.includes(`type ${layerOf(target)}`));

/** The table of contents and what is made of it are for every command that tells of others. */
const isShared = (path: string) =>
  /^commands\/(tree|command-catalog|find-command|help-topics|unknown-command)\.ts$/.test(path);

const roomOf = (path: string) => path.split('/', 2).join('/');

const mention = (words: RegExp, where: 'code' | 'text' = 'code') =>
  sources.filter((source) => words.test(source[where])).map(({ path }) => path);

test('requests reach the service only through the transport that enforces the money gate', () => {
  const openers = sources
    .filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => !typeOnly && target === 'http/transport/transport.ts'),
    )
    .map(({ path }) => path);
  expect(openers).toEqual([
    // The sandbox on this machine, and its controls.
    'commands/sandbox/control-client.ts',
    'service/create-transport.ts',
  ]);
});
