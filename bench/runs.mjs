/** Measurements of payment runs, and of payments whose outcome is unknown. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spread, timed } from './measure.mjs';
import { startLargeSandbox } from './sandbox.mjs';
import { environment, folder, remit } from './surroundings.mjs';

/** The payments of the run, and the payables among which so many are approved and owed by the business. */
const PAYMENTS = 10_000;
const APPROVED = 0.135;
const UNKNOWN = 100;

/** Measures the processor time in ms that `run apply` itself takes for a payment, without that of the service. */
export async function apply() {
  const { env, sandbox } = await signedIn(Math.ceil((PAYMENTS * 1.05) / APPROVED));
  const plan = join(folder, 'run.json');
  try {
    await timed([...remit, 'run', 'plan', '--out', plan, '--force'], env);
    const count = JSON.parse(readFileSync(plan, 'utf8')).plan.payments.length;
    if (count < PAYMENTS) throw new Error(`The plan has ${count} payments.`);
    const { cpu } = await timed([...remit, 'run', 'apply', plan, '--yes'], env);
    return spread([cpu / count]);
  } finally {
    await sandbox.close();
  }
}

/** Measures the seconds that `journal reconcile` takes for 100 payments whose responses were lost. */
export async function reconcile() {
  const { env, sandbox } = await signedIn(2000);
  try {
    const received = [
      '--direction',
      'received',
      '--status',
      'APPROVED',
      '--payment',
      'not-in-flight',
    ];
    const toPay = await sandbox.json('payable', 'list', ...received, '--limit', String(UNKNOWN));
    if (toPay.length < UNKNOWN) throw new Error(`There are ${toPay.length} payables to pay.`);
    const lost = ['--operation', 'pay.initiate', '--drop', 'after', '--times', String(UNKNOWN)];
    await sandbox.json('sandbox', 'fault', 'add', ...lost);
    for (const { id } of toPay) {
      // Exit 10: the outcome is unknown.
      await timed(unless(10, ['pay', 'initiate', id, '--bank', sandbox.bank, '--yes']), env);
    }
    const { wall } = await timed([...remit, 'journal', 'reconcile', '--quiet-period', '0'], env);
    return spread([wall / 1000]);
  } finally {
    await sandbox.close();
  }
}

const unless = (code, words) => [
  ...['sh', '-c', `"$@"; test $? -eq ${code}`, 'sh'],
  ...[...remit, ...words],
];

async function signedIn(payables) {
  const sandbox = await startLargeSandbox(payables);
  const env = environment({
    REMIT_BASE_URL: sandbox.baseUrl,
    REMIT_TOKEN: sandbox.token,
    REMIT_BUSINESS: sandbox.payer,
  });
  return { sandbox, env };
}
