import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Counts the lines of the program and of its tests. */
export const countLines = () => ({ src: linesIn('src'), test: linesIn('test') });

const linesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => /\.(ts|mjs)$/.test(path))
    .reduce(
      (sum, path) => sum + readFileSync(join(folder, path), 'utf8').split('\n').length - 1,
      0,
    );
