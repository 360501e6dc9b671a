import type { Dialects } from '../../cli/dialects.ts';
import { UsageError } from '../../cli/errors.ts';
import type { System } from '../../cli/system.ts';
import { foldersOf } from '../../config/folders.ts';
import type { JsonObject } from '../../config/json-file.ts';
import type { ResolvedSettings } from '../../config/resolve-settings.ts';
import { loadDialect, NO_PROFILE } from '../../service/load-dialect.ts';
import type { ServiceConnection } from '../../service/service-client.ts';

interface Parts {
  readonly host: System;
  readonly settings: () => ResolvedSettings;
  readonly connection: () => Promise<ServiceConnection>;
}

/** What the commands of `remit dialect` do; their code is loaded when one of them runs. */
export function createDialects({ host, settings, connection }: Parts): Dialects {
  const folders = foldersOf(host);
  const change = async (edit: (now: JsonObject | undefined) => JsonObject) => {
    const { profile = NO_PROFILE, dialect } = settings();
    if (dialect !== undefined) throw isShared(dialect);
    const { changeDialect } = await import('../../config/dialect-files.ts');
    await changeDialect(folders, profile, edit);
    return profile;
  };
  return {
    async list({ changed }) {
      const { assumptionsIn, isChanged } = await import('../../contract/schema/assumptions.ts');
      const all = assumptionsIn(await loadDialect(settings(), folders));
      return changed ? all.filter(isChanged) : all;
    },
    async set(name, apiName) {
      const { withEntry } = await import('./edit-dialect.ts');
      return change((now) => withEntry(now, name, apiName));
    },
    async unset(name) {
      const { withoutEntry } = await import('./edit-dialect.ts');
      return change((now) => withoutEntry(now, name));
    },
    async check() {
      const { checkDialect } = await import('./check-dialect.ts');
      const { business } = settings();
      return checkDialect(await connection(), await loadDialect(settings(), folders), business);
    },
  };
}

/** What several share is for an editor: here it would be changed for all of them. */
const isShared = (path: string) =>
  new UsageError(`The dialect of this profile is a shared file: ${path}`, {
    next: [`edit it there: ${path}`, 'remit profile unset dialect to use a separate dialect'],
  });
