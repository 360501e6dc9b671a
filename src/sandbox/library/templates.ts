/** Contents of new sandboxes, seeded once in a process and then copied. */

import { type LocalSandbox, openSandboxService, type SandboxConfig } from '../server/serve.ts';

/** The options that decide the contents of a new sandbox. */
export type Created = Pick<SandboxConfig, 'seed' | 'clock' | 'now' | 'options'>;

/** Contents that are kept: tests use few, but each can have a time of its own. */
const MAX_KEPT = 16;

const kept = new Map<string, Promise<string>>();

/** Returns the script of SQL that creates a sandbox with these options. Copies have equal ids and tokens. */
export function contentsOf(created: Created): Promise<string> {
  const key = JSON.stringify(created);
  const found = kept.get(key);
  if (found) return found;
  const contents = seeded(created);
  kept.set(key, contents);
  contents.catch(() => kept.delete(key));
  const [oldest = key] = kept.keys();
  if (kept.size > MAX_KEPT) kept.delete(oldest);
  return contents;
}

async function seeded(created: Created): Promise<string> {
  const service: LocalSandbox = await openSandboxService({
    ...created,
    pid: 0,
    onFault: (fault) => {
      throw fault;
    },
  });
  try {
    return await service.dump();
  } finally {
    await service.close();
  }
}
