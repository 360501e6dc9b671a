import type { Context } from '../../../cli/context.ts';
import type { Host } from '../../../cli/system.ts';
import type { Resolved } from '../../../config/resolve-settings.ts';
import type { Connection } from '../../../service/service-client.ts';

/** A late commit is real: for so long nobody knows what became of a request. */
const QUIET_SECONDS = 120;

interface Parts {
  readonly host: Host;
  readonly settings: () => Resolved;
  readonly connection: () => Promise<Connection>;
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
    const [{ reconcile }, { hereOf }] = await Promise.all([
      import('./reconcile.ts'),
      import('../../../service/unresolved-here.ts'),
    ]);
    return reconcile(
      {
        journal: await journal(),
        client: async () => (await connection()).client,
        here: hereOf(host, settings()),
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
    const { hereOf, sortOut } = await import('../../../service/unresolved-here.ts');
    return sortOut(await (await journal()).list({ unresolved: true }), hereOf(host, settings()));
  },
});
