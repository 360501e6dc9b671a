import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'rolldown';
import { bundled } from './packaging/bundled.ts';
import { constantExports } from './packaging/constant-exports.ts';
import { rawText } from './packaging/raw-text.ts';
import { undiciClient } from './packaging/undici-client.ts';

rmSync('dist', { recursive: true, force: true });

/**
 * The library of `remit mcp serve` uses all of zod, and every command a little of it: with one copy for both, each start
 * would load all. So that library gets a copy of its own.
 */
const OWN = '?own';
const ownZod: Plugin = {
  name: 'own-zod',
  async resolveId(source, importer = '') {
    const isOwn = importer.endsWith(OWN);
    const isFirst = importer.includes('/@modelcontextprotocol/') && source.startsWith('zod');
    if (!isOwn && !isFirst) return null;
    const found = await this.resolve(source, importer.replace(OWN, ''), { skipSelf: true });
    return found && `${found.id}${OWN}`;
  },
  load: (id) => (id.endsWith(OWN) ? readFileSync(id.slice(0, -OWN.length), 'utf8') : null),
};

const REQUIRED = "const childProcess = require('node:child_process');\n";

/** Commander starts no program here: `child_process`, which takes a millisecond to load, is loaded if it ever does. */
const lazyChildProcess: Plugin = {
  name: 'lazy-child-process',
  transform(code, id) {
    if (!id.endsWith('/commander/lib/command.js')) return null;
    if (!code.includes(REQUIRED)) throw new Error('commander no longer requires child_process so.');
    const rest = code.replace(REQUIRED, '');
    return rest.replaceAll(/\bchildProcess\./g, "require('node:child_process').");
  },
};

/**
 * What always runs together is one chunk, with all that it imports: to find and read a file costs more than most of them
 * hold. `start` is there for every start, `id-cache` for TAB and lists, `payable` for most groups, `run-command` for every
 * command that runs, with the transport; what groups need of it without running anything is `values`. `payable-list` is
 * the command that runs most.
 */
const together: readonly { name: string; test: string; priority: number }[] = JSON.parse(
  readFileSync('packaging/together.json', 'utf8'),
);

/** Writes the modules that programs import: the names of an entry, from the chunk that has them. */
const importedModules: Plugin = {
  name: 'imported-modules',
  writeBundle(_, bundle) {
    for (const entry of ['library', 'sandbox']) {
      const chunk = bundle[`${entry}.js`];
      if (chunk?.type !== 'chunk') continue;
      const names = chunk.exports.toSorted().join(', ');
      writeFileSync(
        `dist/${entry}.mjs`,
        `import chunk from './${entry}.js';\n\nexport const { ${names} } = chunk;\n`,
      );
    }
  },
};

/** Escapes what is not ASCII: V8 keeps a source with one other character in two bytes a character, and reads it slower. */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (/\.raw`[^`]*[\u0080-\uffff]/.test(chunk.code))
        throw new Error('A raw template keeps no escape.');
      chunk.code = chunk.code.replaceAll(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

const output = {
  dir: 'dist',
  format: 'cjs',
  // Code that was compiled before has no way to load anything by `import()`.
  dynamicImportInCjs: false,
  minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
} as const;

const all = {
  platform: 'node',
  external: ['@photostructure/sqlite'] as string[],
  // What one group of commands always needs, another may load when it is asked for.
  checks: { ineffectiveDynamicImport: false },
} as const;

/**
 * The program and the library, which share a chunk for every group of commands; CommonJS because Node starts it faster.
 * Only SQLite for a Node without a safe one of its own stays outside: it is a native addon.
 */
const program = defineConfig({
  ...all,
  input: {
    main: 'src/main.ts',
    library: 'src/library.ts',
    'trusted-path': 'src/config/trusted-path.ts',
  },
  output: {
    ...output,
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups: together.map((it) => ({ ...it, test: new RegExp(it.test) })) },
  },
  plugins: [
    ownZod,
    lazyChildProcess,
    undiciClient,
    rawText,
    constantExports,
    bundled(),
    ascii,
    {
      name: 'common-js-folder',
      writeBundle: () => writeFileSync('dist/package.json', '{ "type": "commonjs" }\n'),
    },
    importedModules,
  ],
});

/**
 * The sandbox of programs. It shares no chunk with the program, whose chunks hold what its commands need together: a test
 * that creates a sandbox loads no command.
 */
const sandbox = defineConfig({
  ...all,
  input: { sandbox: 'src/sandbox.ts' },
  output: { ...output, chunkFileNames: 'sandbox-[name]-[hash].js' },
  plugins: [rawText, constantExports, ascii, importedModules],
});

export default [program, sandbox];
