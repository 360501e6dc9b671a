import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.ts';

/** A sandbox that was filled once a run and closed: how it is made, and all that decides how it looks. */
export interface SandboxTemplate<Facts> {
  readonly key: readonly unknown[];
  /** Fills the directory through a sandbox that does not listen, closes it, and says what is in it. */
  readonly fill: (dataDir: string) => Promise<Facts>;
}

/** Whether sandboxes are copied in this run: on files, and not with a database server or a proxy in between. */
const root = () =>
  process.env['REMIT_TEST_DATABASE'] || process.env['REMIT_PRISM'] !== undefined
    ? undefined
    : inject('sandboxTemplates');

/**
 * Copies a template to `dataDir`, which must not be there yet; its facts, or undefined where templates are not used. The
 * first test of a run that needs one makes it: two that do so at the same moment both make one, and one of them is kept.
 */
export async function copyTemplate<Facts>(
  { key, fill }: SandboxTemplate<Facts>,
  dataDir: string,
): Promise<Facts | undefined> {
  const folder = root();
  if (folder === undefined) return undefined;
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 20);
  const made = join(folder, name);
  if (!existsSync(made)) await make(folder, made, fill);
  cpSync(join(made, 'data'), dataDir, { recursive: true });
  return JSON.parse(readFileSync(join(made, 'facts.json'), 'utf8'));
}

async function make<Facts>(
  folder: string,
  made: string,
  fill: SandboxTemplate<Facts>['fill'],
): Promise<void> {
  const making = mkdtempSync(join(folder, 'making-'));
  const data = join(making, 'data');
  mkdirSync(data, { mode: 0o700 });
  const facts = await fill(data);
  writeFileSync(join(making, 'facts.json'), JSON.stringify(facts ?? null));
  try {
    renameSync(making, made);
  } catch (error) {
    if (!existsSync(made)) throw error;
    rmSync(making, { recursive: true, force: true });
  }
}

/** Replaces the base URL in links of emails, which were sent before the copy was served. */
export async function moveLinks(dataDir: string, baseUrl: string): Promise<void> {
  const sqlite = await openSqlite(join(dataDir, 'sandbox.db'), 1_000);
  sqlite.exec('pragma synchronous = off');
  const moved = sqlite.prepare("update outbox set url = replace(url, 'http://localhost/', ?)");
  moved.run(`${baseUrl}/`);
  sqlite.close();
}
