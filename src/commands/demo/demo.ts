import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { text } from '../../render/view.ts';

export const demo = command({
  name: 'demo',
  summary: 'Play a whole business story on a sandbox of its own',
  about: [
    'Two businesses meet, an invoice is approved and paid by ACH, the balance is withdrawn, and the invoices are written to payables.csv.',
    'Every line is a real command against a real service, embedded and gone afterwards. No setting, token or address of yours is used.',
  ].join('\n'),
  flags: { step: toggle('--step', 'wait for Enter between the chapters') },
  view: text,
  examples: ['remit demo', 'remit demo --step'],

  async run({ context, flags }) {
    const { runDemo } = await import('./run-demo.ts');
    return runDemo(context, flags.step);
  },
});
