import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/**
 * Writes the list of packages in the build: `bundled.json` for the bill of materials, `chunks.json` for the test of
 * what a start loads, and their licenses, which every copy must include.
 */
export const bundled = (): Plugin => ({
  name: 'bundled',
  writeBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((it) => it.type === 'chunk');
    const packages = packagesIn(chunks);
    const names = packages.map(({ name, version }) => `${name}@${version}`);
    writeFileSync('dist/bundled.json', `${JSON.stringify([...new Set(names)], null, 2)}\n`);
    const inChunks = chunks.map((it) => [it.fileName, [...foldersIn(it.modules)].map(nameOf)]);
    writeFileSync('dist/chunks.json', `${JSON.stringify(Object.fromEntries(inChunks), null, 2)}\n`);
    writeFileSync('dist/LICENSES.txt', licensesIn(chunks));
  },
});

interface Chunk {
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>;
}

/** Returns the license of this program, and those of the packages in these chunks, one after the other. */
export const licensesIn = (chunks: readonly Chunk[]): string =>
  [readFileSync('LICENSE', 'utf8'), ...packagesIn(chunks).map(notice)].join(RULE);

const RULE = `\n${'-'.repeat(80)}\n\n`;

const packagesIn = (chunks: readonly Chunk[]): Package[] =>
  [...new Set(chunks.flatMap(({ modules }) => [...foldersIn(modules)]))]
    .map(described)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Returns the directories of the packages of these modules. A module that tree-shaking removed is not in the build. */
const foldersIn = (modules: Chunk['modules']) =>
  new Set(
    Object.entries(modules)
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([id]) => folderOf(id))
      .filter((it) => it !== undefined),
  );

const nameOf = (folder: string): string => folder.replace(/^.*\/node_modules\//, '');

/** Returns the directory of the package that a module belongs to; `undefined` for a module of this program. */
const folderOf = (id: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];

interface Package {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const described = (folder: string): Package => ({
  folder,
  ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
});

function notice({ folder, name, version, license = 'see the package' }: Package): string {
  const file = readdirSync(folder).find((it) => /^licen[cs]e(\.|$)/i.test(it));
  const path = file === undefined ? undefined : join(folder, file);
  const text = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8').trim() : license;
  return `${name} ${version} (${license})\n\n${text}\n`;
}
