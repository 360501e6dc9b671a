/** A service, and a machine that root set up for it as docs/two-people.md says. */

import { spawnSync } from 'node:child_process';
import { canUnshare } from '../helpers/mount-namespace.ts';
import { type Service, startService } from '../helpers/signed-in-sandbox.ts';
import { approvedPayables, paymentsOf } from '../payment-runs/approved-payables.ts';
import { blocksBelow } from './guide.ts';
import { type Machine, makeMachine } from './machine.ts';

/** Whether these tests can run here: as root, with sudo, where mount namespaces are allowed. */
export const canRun = canUnshare && spawnSync('sudo', ['--version']).status === 0;

if (!canRun) {
  const reason = 'two people on one machine need root, sudo and a mount namespace';
  // Where everything must be shown, a test that is left out is a failure.
  if (process.env['CI'] === 'true') throw new Error(`${reason}: run this as root.`);
  process.stdout.write(`skipped: ${reason}\n`);
}

/** A machine with its service. */
export interface Office extends Machine {
  readonly service: Service;
  /** The approved payables: $100.00 each. */
  readonly payables: readonly string[];
  /** Creates further approved payables of the same amount. */
  readonly more: (count: number) => Promise<readonly string[]>;
  /** What the service paid, by payable. */
  readonly paid: () => ReturnType<typeof paymentsOf>;
}

/** Creates the accounts and their keys; root does the rest. */
export async function openOffice(count = 3): Promise<Office> {
  const service = await startService();
  const payables = await approvedPayables(service, Array<number>(count).fill(100));
  const machine = await makeMachine();
  for (const person of ['ada', 'bo', 'eve'] as const) {
    const key = "ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519";
    await machine.must(person, `mkdir -m 700 ~/.ssh && ${key}`);
  }
  for (const { who, script } of blocksBelow('Set it up', service)) {
    await machine.must(who, script, { input: service.token });
  }
  return {
    ...machine,
    service,
    payables,
    more: (count) => approvedPayables(service, Array<number>(count).fill(100), 'M'),
    paid: () => paymentsOf(service),
    close: async () => {
      await machine.close();
      await service.close();
    },
  };
}
