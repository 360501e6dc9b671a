/** GitHub's own parser of workflows. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Parser from '@actions/workflow-parser';
import { rolldown } from 'rolldown';

/** Loads the parser as a bundle: its files import JSON in a way that Node refuses. */
export async function loadWorkflowParser(): Promise<typeof Parser> {
  const folder = await mkdtemp(join(tmpdir(), 'remit-parser-'));
  const file = join(folder, 'parser.mjs');
  try {
    const bundle = await rolldown({
      input: 'node_modules/@actions/workflow-parser/dist/index.js',
      platform: 'node',
      logLevel: 'silent',
    });
    await bundle.write({ file, codeSplitting: false });
    await bundle.close();
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
