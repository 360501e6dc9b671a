/** Work with the rights of another user. */

import type { System } from '../system.ts';

/**
 * Returns the function that runs work of root as another user: it can do no more in the directories of that user than they can.
 * The whole process has these rights until it ends. The function throws if this process may not change its user.
 */
export function asUserOf(process: NodeJS.Process): System['asUser'] {
  return async ({ uid, gid }, work) => {
    const own = {
      uid: process.geteuid?.() ?? 0,
      gid: process.getegid?.() ?? 0,
      groups: process.getgroups?.() ?? [],
    };
    process.setgroups?.([gid]);
    process.setegid?.(gid);
    process.seteuid?.(uid);
    try {
      return await work();
    } finally {
      process.seteuid?.(own.uid);
      process.setegid?.(own.gid);
      process.setgroups?.(own.groups);
    }
  };
}
