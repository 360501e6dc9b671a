/** The later steps of the demo: an invoice, its payment, and a withdrawal. */

import type { DemoRunner } from './isolated-runner.ts';
import type { DemoIds } from './steps.ts';

/** Creates an invoice, which is submitted and approved. */
export async function* sendDemoInvoice(stage: DemoRunner, cast: DemoIds): AsyncIterable<string> {
  const made = await stage.run(
    `-P coastal payable create --connection ${cast.connection} --invoice-number INV-1 --line "Bed linen|10|200" --line "Delivery|1|500" --due 2026-03-31 --submit`,
  );
  yield made.text;
  cast.invoice = made.id;
  yield (await stage.run('-P acme payable list --status SUBMITTED')).text;
  yield (await stage.run(`-P acme payable approve ${cast.invoice} --expect-amount 2500`)).text;
}

/** Pays the invoice, and shows that a duplicate is stopped. */
export async function* payDemoInvoice(stage: DemoRunner, cast: DemoIds): AsyncIterable<string> {
  yield (
    await stage.run(`-P acme pay initiate ${cast.invoice} --expect-payee "Coastal Linen Inc" --yes`)
  ).text;
  yield 'A duplicate is refused before anything is sent:\n\n';
  yield (await stage.run(`-P acme pay initiate ${cast.invoice} --yes`, 14)).text;
  yield await advanced(stage, '2026-03-02T22:00:00Z');
  yield (await stage.run('-P coastal business balance')).text;
  yield await advanced(stage, '2026-03-03T14:00:00Z');
  const [one, two] = await stage.microDeposits(cast.coastalBank);
  yield (await stage.run(`-P coastal bank verify ${cast.coastalBank} ${two} ${one}`)).text;
}

/** Advances the clock until the payment settles. */
export async function* settleDemoPayment(stage: DemoRunner, cast: DemoIds): AsyncIterable<string> {
  yield await advanced(stage, '2026-03-05T14:00:00Z');
  yield (await stage.run(`-P acme payable get ${cast.invoice}`)).text;
  yield (await stage.run('-P coastal business balance')).text;
}

/** Withdraws a part of the payee's balance. */
export async function* withdrawDemoBalance(
  stage: DemoRunner,
  cast: DemoIds,
): AsyncIterable<string> {
  yield (
    await stage.run(`-P coastal business withdraw --amount 1000 --to ${cast.coastalBank} --yes`)
  ).text;
  yield (await stage.run('-P coastal business balance')).text;
  yield await advanced(stage, '2026-03-06T14:00:00Z');
  yield (await stage.run('-P coastal business balance')).text;
  yield 'A withdrawal above the available balance is refused:\n\n';
  yield (
    await stage.run(
      `-P coastal business withdraw --amount 1500.01 --to ${cast.coastalBank} --yes`,
      7,
    )
  ).text;
  yield (await stage.run(`-P coastal payable log ${cast.invoice}`)).text;
  yield (await stage.run(`sandbox ledger check --data ${stage.dataDir}`)).text;
}

/** Moves the clock of the sandbox. */
async function advanced(stage: DemoRunner, moment: string): Promise<string> {
  return (await stage.run(`sandbox clock advance until ${moment} --data ${stage.dataDir}`)).text;
}

/** Imports the invoice file that is part of the program: it is checked as a whole before the first invoice is sent. */
export async function* importInvoices(stage: DemoRunner, cast: DemoIds): AsyncIterable<string> {
  yield (
    await stage.run(
      `-P coastal payable create --file ${stage.invoices} --connection ${cast.connection} --submit`,
    )
  ).text;
  yield (
    await stage.run('-P coastal payable list --columns id,invoiceNumber,status,amount,dueDate')
  ).text;
  yield (await stage.run(`-P coastal payable list --out ${stage.out} --force`)).text;
  yield `The list is in ${stage.out}.\n`;
}
