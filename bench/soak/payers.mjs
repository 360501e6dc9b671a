/** Programs that pay, are killed, lose responses, and are run again until each payable is paid. */

import { spawn } from 'node:child_process';
import { watched } from '../measure.mjs';
import { remit } from '../surroundings.mjs';
import { insist, pause } from './stage.mjs';

/** The share of programs that are killed, and the attempts after which a payable counts as not paid. */
const KILLED = 0.3;
const ATTEMPTS = 40;
/** Exit codes. */
const [UNKNOWN, BLOCKED] = [10, 14];

/**
 * Pays one payable before there are faults. From its payment the journal learns that this service shows payments at once:
 * without that knowledge, a payment that is not to be seen stays an unknown outcome.
 */
export async function payFirst(stage) {
  const { payee, payer, connection, env, bank } = stage;
  const of = (business) => `/api/businesses/${business}/payables`;
  const invoice = { connectionId: connection, amount: 1.25, submit: true };
  const { id } = await insist(stage, { method: 'POST', path: of(payee), body: invoice });
  await insist(stage, { method: 'POST', path: `${of(payer)}/${id}/approve` });
  await watched([...remit, 'pay', 'initiate', id, '--bank', bank, '--yes'], env);
}

/** Runs payers until `isOver` and nothing that was begun is left. Ids of payables come from `queue`. */
export function runPayers(stage, { payers, isOver, tally, ledger, queue }) {
  const durations = [];
  return Promise.all(
    Array.from({ length: payers }, async () => {
      while (!isOver()) {
        const id = queue.shift();
        if (id === undefined) await pause(200);
        else await payUntilPaid(id);
      }
    }),
  );

  /** Runs the program as a script would: what is unknown is reconciled before it is run again. */
  async function payUntilPaid(id) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (await isPaidBy(await payOnce(id), id)) {
        ledger.saidPaid.add(id);
        tally.add('paid by the program');
        return;
      }
      await pause(100);
    }
    ledger.notPaid.add(id);
  }

  /** Returns whether the payable is paid after an attempt, as the program or the service says. */
  async function isPaidBy({ code, isKilled }, id) {
    if (code === 0) return true;
    if (code === UNKNOWN) tally.add('unknown outcomes');
    if (code === UNKNOWN || code === BLOCKED || isKilled) await reconcile();
    const path = `/api/businesses/${stage.payer}/payables/${id}`;
    const { status, activePaymentId } = await insist(stage, { method: 'GET', path });
    const isPaid = activePaymentId !== null || status === 'PAID';
    if (isPaid) tally.add('of those: by an attempt that was killed or lost its response');
    return isPaid;
  }

  async function payOnce(id) {
    const words = ['pay', 'initiate', id, '--bank', stage.bank, '--yes', '--json'];
    const usual = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)];
    // Killed at any moment of its life; the first one shows how long that is.
    const isDoomed = usual !== undefined && Math.random() < KILLED;
    const killAfter = isDoomed ? Math.random() * usual : undefined;
    const { code, isKilled, ms } = await run(words, killAfter);
    tally.add('programs run');
    if (isKilled) tally.add('programs killed');
    if (code === 0) {
      durations.push(ms);
      if (durations.length > 30) durations.shift();
    }
    return { code, isKilled };
  }

  async function reconcile() {
    await run(['journal', 'reconcile', '--quiet-period', '1']);
    tally.add('reconciled');
  }

  function run(words, killAfter) {
    const from = performance.now();
    const [node, ...rest] = [...remit, ...words];
    const child = spawn(node, rest, { env: stage.env, stdio: 'ignore' });
    const timer =
      killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        clearTimeout(timer);
        resolve({ code, isKilled: signal === 'SIGKILL', ms: performance.now() - from });
      });
    });
  }
}
