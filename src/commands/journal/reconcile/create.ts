import type { Context } from '../../../cli/context.ts';
import type { System } from '../../../cli/system.ts';
import type { ResolvedSettings } from '../../../config/resolve-settings.ts';
import type { ServiceConnection } from '../../../service/service-client.ts';

/** A late commit is real: for so long nobody knows what became of a request. */
const QUIET_SECONDS = 120;

interface Parts {
  readonly host: System;
  readonly settings: () => ResolvedSettings;
  readonly connection: () => Promise<ServiceConnection>;
  readonly journal: Context['journal'];
  readonly notice: (line: string) => void;
}

/** `context.reconcile` and `context.unresolved`, whose code is loaded when something is reconciled or counted. */
export const createReconcile = ({
  host,
  settings,
  connection,
  journal,
  notice,
}: Parts): Pick<Context, 'reconcile' | 'unresolved'> => ({
  async reconcile(wishes) {
    const { quietSeconds = QUIET_SECONDS, business } = settings();
    const [{ reconcileIntents }, { currentServiceOf }] = await Promise.all([
      import('./reconcile.ts'),
      import('../../../service/unresolved-here.ts'),
    ]);
    return reconcileIntents(
      {
        journal: await journal(),
        client: async () => (await connection()).client,
        here: currentServiceOf(host, settings()),
        business,
        quietSeconds,
        notice,
        interrupted: host.interrupted,
        clock: Date.now,
      },
      wishes,
    );
  },
  async unresolved() {
    const { currentServiceOf, partitionIntents } = await import(
      '../../../service/unresolved-here.ts'
    );
    return partitionIntents(
      await (await journal()).list({ unresolved: true }),
      currentServiceOf(host, settings()),
    );
  },
});
