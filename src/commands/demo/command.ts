import { command } from '../../cli/command.ts';
import { toggle } from '../../cli/flags/flag.ts';
import { text } from '../../render/view.ts';

export const demo = command({
  name: 'demo',
  summary: 'Run a complete example in a temporary sandbox',
  about: [
    'Two businesses connect, an invoice is approved and paid by ACH, the balance is withdrawn, one payment is returned and one is held, and the invoices are',
    'exported to payables.csv, or to payables-2.csv if that exists.',
    'Every line is a real command against an embedded sandbox that is deleted afterwards. None of your settings, tokens or URLs are used.',
  ].join('\n'),
  flags: {
    step: toggle('--step', 'wait for Enter between the steps'),
    full: toggle('--full', 'show every command with its whole output'),
  },
  view: text,
  examples: {
    'Run the example': 'remit demo',
    'Wait for Enter between the steps': 'remit demo --step',
    'Print the whole output of each command': 'remit demo --full',
  },

  async run({ context, flags }) {
    const { runDemo } = await import('./run-demo.ts');
    return runDemo(context, flags);
  },
});

export const commands = [];
export const defaultCommand = demo;
