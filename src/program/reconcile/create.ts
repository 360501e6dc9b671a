import type { Context } from '../../cli/context.ts';
import type { Host } from '../../cli/host.ts';
import type { Resolved } from '../../config/resolve.ts';
import type { Connection } from '../connect.ts';

/** A late commit is real: for so long nobody knows what became of a request. */
const QUIET_SECONDS = 120;

interface Parts {
  readonly host: Host;
  readonly settings: () => Resolved;
  readonly connection: () => Promise<Connection>;
  readonly journal: Context['journal'];
  readonly notice: (line: string) => void;
}

/** `context.reconcile`, whose code is loaded when something is reconciled. */
export const createReconcile =
  ({ host, settings, connection, journal, notice }: Parts): Context['reconcile'] =>
  async (wishes) => {
    const { base, client } = await connection();
    const { quietSeconds = QUIET_SECONDS, business } = settings();
    const { reconcile } = await import('./reconcile.ts');
    return reconcile(
      {
        journal: await journal(),
        client,
        origin: base.origin,
        business,
        quietSeconds,
        notice,
        interrupted: host.interrupted,
        clock: Date.now,
      },
      wishes,
    );
  };
