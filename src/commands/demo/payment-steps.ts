/** The later steps of the demo: an invoice, its payment, and a withdrawal. */

import { DEMO_INVOICES } from './invoices.ts';
import type { DemoRunner } from './isolated-runner.ts';
import type { DemoIds } from './steps.ts';

/** Creates an invoice, which is submitted and approved. */
export async function* sendDemoInvoice(runner: DemoRunner, ids: DemoIds): AsyncIterable<string> {
  const created = await runner.run(
    `-P coastal payable create --connection ${ids.connection} --invoice-number INV-1 --line "Bed linen|10|200" --line "Delivery|1|500" --due 2026-03-31 --submit`,
  );
  yield created.text;
  ids.invoice = created.id;
  yield (await runner.run('-P acme payable list --status SUBMITTED')).text;
  yield (await runner.run(`-P acme payable approve ${ids.invoice} --expect-amount 2500 --yes`))
    .text;
}

/** Pays the invoice, and shows that a duplicate is stopped. */
export async function* payDemoInvoice(runner: DemoRunner, ids: DemoIds): AsyncIterable<string> {
  yield (
    await runner.run(`-P acme pay initiate ${ids.invoice} --expect-payee "Coastal Linen Inc" --yes`)
  ).text;
  yield 'A duplicate is refused before anything is sent:\n\n';
  yield (await runner.run(`-P acme pay initiate ${ids.invoice} --yes`, 14)).text;
  yield await advanceClock(runner, '2026-03-02T22:00:00Z');
  yield (await runner.run('-P coastal business balance')).text;
  yield await advanceClock(runner, '2026-03-03T14:00:00Z');
  const [first, second] = await runner.microDeposits(ids.coastalBank);
  yield (await runner.run(`-P coastal bank verify ${ids.coastalBank} ${second} ${first}`)).text;
}

/** Advances the clock until the payment settles. */
export async function* settleDemoPayment(runner: DemoRunner, ids: DemoIds): AsyncIterable<string> {
  yield await advanceClock(runner, '2026-03-05T14:00:00Z');
  yield (await runner.run(`-P acme payable get ${ids.invoice}`)).text;
  yield (await runner.run('-P coastal business balance')).text;
}

/** Withdraws a part of the payee's balance. */
export async function* withdrawDemoBalance(
  runner: DemoRunner,
  ids: DemoIds,
): AsyncIterable<string> {
  yield (
    await runner.run(`-P coastal business withdraw --amount 1000 --to ${ids.coastalBank} --yes`)
  ).text;
  yield (await runner.run('-P coastal business balance')).text;
  yield await advanceClock(runner, '2026-03-06T14:00:00Z');
  yield (await runner.run('-P coastal business balance')).text;
  yield 'A withdrawal above the available balance is refused:\n\n';
  yield (
    await runner.run(
      `-P coastal business withdraw --amount 1500.01 --to ${ids.coastalBank} --yes`,
      7,
    )
  ).text;
  yield (await runner.run(`-P coastal payable log ${ids.invoice}`)).text;
  yield (await runner.run(`sandbox ledger check --dir ${runner.dataDir}`)).text;
}

/** Shows what needs attention: a payment that is returned, one that is held for review, and an overdue invoice. */
export async function* showProblems(runner: DemoRunner, ids: DemoIds): AsyncIterable<string> {
  yield 'In the sandbox an amount of 55.01 is returned for insufficient funds, and 100,000.00 is held for review:\n\n';
  for (const [number, amount, due] of [
    ['INV-2', '55.01', '2026-02-27'],
    ['INV-3', '100000.00', '2026-03-20'],
  ]) {
    const created = await runner.run(
      `-P coastal payable create --connection ${ids.connection} --invoice-number ${number} --amount ${amount} --due ${due} --submit`,
    );
    yield created.text;
    await runner.run(`-P acme payable approve ${created.id} --expect-amount ${amount} --yes`);
    yield (await runner.run(`-P acme pay initiate ${created.id} --expect-amount ${amount} --yes`))
      .text;
  }
  yield await advanceClock(runner, '2026-03-10T14:00:00Z');
  yield (await runner.run('-P acme status')).text;
  yield (await runner.run('-P acme payable aging')).text;
}

/** Moves the clock of the sandbox. */
async function advanceClock(runner: DemoRunner, until: string): Promise<string> {
  return (await runner.run(`sandbox clock advance until ${until} --dir ${runner.dataDir}`)).text;
}

/** Imports a file of invoices: it is checked as a whole before the first invoice is sent. */
export async function* importInvoices(runner: DemoRunner, ids: DemoIds): AsyncIterable<string> {
  await runner.file('invoices.csv', DEMO_INVOICES);
  yield (
    await runner.run(
      `-P coastal payable create --file invoices.csv --connection ${ids.connection} --submit`,
    )
  ).text;
  yield (
    await runner.run('-P coastal payable list --columns id,invoiceNumber,status,amount,dueDate')
  ).text;
  yield (await runner.run(`-P coastal payable list --out "${runner.out}"`)).text;
  yield `The list is in ${runner.out}.\n`;
}
