/** A sandbox with very many payables for tests. */

import { rmSync } from 'node:fs';
import { createLargeSandbox } from '../../bench/large-seed/create-large-sandbox.ts';
import { databaseFor } from '../helpers/test-database.ts';
import { openSandbox, type SandboxWishes, temporaryFolder } from './open-sandbox.ts';

/** Opens a sandbox with so many payables of one business, whose id is `business`. */
export async function openLargeSandbox(
  payables: number,
  { seed, ...wishes }: { readonly seed?: number } & Pick<SandboxWishes, 'listens'> = {},
) {
  const dataDir = temporaryFolder();
  const business = await createLargeSandbox(
    { dataDir, database: databaseFor(dataDir), now: new Date('2026-03-02T15:00:00Z') },
    { payables, ...(seed !== undefined && { seed }) },
  );
  const sandbox = await openSandbox({ ...wishes, dataDir });
  const { close } = sandbox;
  return Object.assign(sandbox, {
    business,
    path: `/api/businesses/${business}/payables`,
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  });
}

/** An open sandbox with very many payables. */
export type LargeSandbox = Awaited<ReturnType<typeof openLargeSandbox>>;
