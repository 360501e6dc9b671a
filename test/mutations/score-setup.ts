/**
 * Loads the files that `npm run mutation-score` changes before any test runs. A command loads most of them when it is run:
 * what a file does while it loads would then count for the one test that loads it first, and no other would be asked.
 */

import { resolve } from 'node:path';
import process from 'node:process';

for (const file of (process.env['SCORE_FILES'] ?? '').split(' ')) await import(resolve(file));
