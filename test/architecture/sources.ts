/** The source files of the program, for architecture tests. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A source file: its path below `src`, its text, and its code without comments and with empty strings. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly code: string;
  readonly imports: readonly Import[];
}

/** An import of a source file. */
export interface Import {
  /** A path below `src` for a file of the program, otherwise the name of a package. */
  readonly target: string;
  readonly ours: boolean;
  readonly typeOnly: boolean;
}

/** All source files, sorted by path. */
export const sources: readonly Source[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()
  .map((path) => {
    const text = readFileSync(join('src', path), 'utf8');
    return { path, text, code: codeOf(text), imports: importsOf(text, path) };
  });

function codeOf(text: string): string {
  const noise = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
  return text.replace(noise, (it) => (it.startsWith('/') ? '' : "''"));
}

function importsOf(text: string, path: string): Import[] {
  const still = /^(?:import|export)\b( type\b)?[\w\s,{}*$]*?'([^'\n]+)'/gm;
  const lazy = /\bimport\(\s*()'([^'\n]+)'/g;
  return [...text.matchAll(still), ...text.matchAll(lazy)].map(([, type, name = '']) => ({
    target: name.startsWith('.') ? posix.join(posix.dirname(path), name) : packageOf(name),
    ours: name.startsWith('.'),
    typeOnly: Boolean(type),
  }));
}

function packageOf(name: string): string {
  return name.startsWith('node:') ? name : (/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}
