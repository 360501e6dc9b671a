import type { Stage } from './isolated-runner.ts';
import type { Cast } from './steps.ts';

/** The invoices that ship with the program: the whole file is checked before the first one is sent. */
export async function* manyInvoices(stage: Stage, cast: Cast): AsyncIterable<string> {
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
