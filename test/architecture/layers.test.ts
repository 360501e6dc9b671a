import { expect, test } from 'vitest';
import { type Import, type Source, sources } from './sources.ts';

/** The parts of one run of the command line: only they know all layers. */
const ofRun = [
  'paged-iterable',
  'api',
  'api/client',
  'render',
  'config',
  'money',
  'money/journal',
  'storage',
  'cli',
  'cli/run',
  'cli/line',
  'cli/output',
  'cli/prompts',
  'errors',
  'runtime',
  'commands',
  'version',
];

/**
 * The layers that each layer may import; `type x` permits the types of x alone. A subdirectory with a row of its own is
 * a layer.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'paged-iterable': [],
  api: [],
  'api/client': ['paged-iterable', 'api'],
  render: ['paged-iterable'],
  storage: [],
  config: ['render'],
  'money/journal': ['api', 'storage'],
  money: ['api', 'api/client', 'render', 'money/journal', 'config'],
  sandbox: ['api', 'storage'],
  cli: [
    'paged-iterable',
    'api',
    'render',
    'money',
    'type config',
    'type api/client',
    'type money/journal',
    'type runtime',
  ],
  errors: [
    'api',
    'api/client',
    'cli',
    'render',
    'money',
    'money/journal',
    'storage',
    'config',
    'type runtime',
  ],
  runtime: [
    'paged-iterable',
    'api',
    'api/client',
    'cli',
    'render',
    'config',
    'money',
    'money/journal',
    'errors',
    'version',
  ],
  cash: ['api', 'api/client', 'cli', 'render', 'config', 'money', 'money/journal', 'runtime'],
  mcp: [
    'api',
    'api/client',
    'cash',
    'cli',
    'render',
    'config',
    'money',
    'money/journal',
    'errors',
    'runtime',
    'version',
  ],
  rehearsal: [
    'api',
    'api/client',
    'cash',
    'cli',
    'config',
    'money',
    'money/journal',
    'errors',
    'runtime',
    'sandbox',
  ],
  commands: [
    'rehearsal',
    'api',
    'api/client',
    'cash',
    'cli',
    'render',
    'config',
    'mcp',
    'money',
    'money/journal',
    'errors',
    'runtime',
    'version',
    'commands/sandbox',
    'commands/demo',
    'commands/doctor',
  ],
  'commands/sandbox': ['commands', 'sandbox', 'storage'],
  'commands/demo': ['commands', 'commands/sandbox', 'sandbox'],
  'commands/doctor': ['commands', 'storage'],
  'cli/run': ofRun,
  'cli/line': ofRun,
  'cli/output': ofRun,
  'cli/prompts': ofRun,
  library: [
    'paged-iterable',
    'api',
    'api/client',
    'cli',
    'config',
    'render',
    'money',
    'errors',
    'runtime',
  ],
  main: ['cli/run'],
  version: ['..'],
  'compare-text': [],
  'error-code': [],
  'group-by': [],
  'is-record': [],
  'map-concurrent': [],
  memoize: [],
  'strict-json': [],
};

/** Functions that every layer may use. */
const known = [
  'compare-text',
  'error-code',
  'group-by',
  'is-record',
  'map-concurrent',
  'memoize',
  'strict-json',
];

/** Returns the layer of a path: a subdirectory that has a row, otherwise the directory or file in `src`. */
function layerOf(path: string): string {
  const [top = '', below = ''] = path.split('/');
  const nested = `${top}/${below}`;
  return nested in mayImport ? nested : top.replace(/\.\w+$/, '');
}

/** Returns the layers that a layer may import: a command's directory may import those of all commands, too. */
const allowedIn = (layer: string): readonly string[] => [
  ...known,
  ...(mayImport[layer] ?? []),
  ...(layer.startsWith('commands/') ? (mayImport['commands'] ?? []) : []),
];

/** Packages that one room, or a few, know by name. The others never hear of them. */
const knownOnlyIn: Readonly<Record<string, readonly string[]>> = {
  '@photostructure/sqlite': ['storage'],
  pg: ['storage'],
  kysely: ['storage', 'money/journal', 'sandbox'],
  conf: ['config'],
  undici: ['api/client'],
  'node:http': ['api/client'],
  'node:https': ['api/client'],
  commander: ['cli/line'],
  '@jmespath-community/jmespath': ['cli/output'],
  '@modelcontextprotocol/sdk': ['mcp'],
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
  const strays = sources.flatMap((file) =>
    reached(file)
      .filter((it) => !isAllowed(it, allowedIn(layerOf(file.path))))
      .map(({ target }) => `${file.path} -> ${target}`),
  );
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

test('neither the interface of the service nor a renderer does I/O', () => {
  expect(
    sources
      .filter(({ path }) => ['api', 'render'].includes(layerOf(path)))
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

test('only main.ts, library.ts and sqlite.ts use the process, and no file uses the console', () => {
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
      imports.some(
        ({ target, typeOnly }) => !typeOnly && target === 'api/client/transport/transport.ts',
      ),
    )
    .map(({ path }) => path);
  expect(openers).toEqual([
    // The sandbox on this machine, and its controls.
    'commands/sandbox/control-client.ts',
    'runtime/create-transport.ts',
  ]);
});
