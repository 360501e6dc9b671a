import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory of the templates of a test run; absent if every sandbox is seeded from scratch. */
    sandboxTemplates: string;
  }
}

/** One directory for the templates that the tests of a run copy their sandboxes from. */
export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'remit-templates-'));
  provide('sandboxTemplates', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
