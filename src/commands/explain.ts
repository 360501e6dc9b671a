import { command } from '../cli/command.ts';
import { optionalArgument } from '../cli/flags/flag.ts';
import { words } from '../cli/flags/value-parsers.ts';
import { type Explanation, explain, listExplanations } from '../errors/explanations.ts';
import { UsageError } from '../money/errors.ts';
import { columns } from '../render/view.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'explain',
  summary: 'Explain an exit code, an API error code or an ACH code',
  about: 'Without a code, all known codes are listed.',
  args: {
    code: optionalArgument('[code]', 'such as 10, payable_not_approved, R01 or C01', words),
  },
  view: {
    kind: 'either',
    columns: columns(
      'code',
      'kind #3',
      'meaning:prose #2',
      'next:prose',
      'window:prose',
      'again:prose',
    ),
    prose: true,
  },
  examples: {
    'Explain an API error code': 'remit explain payable_not_approved',
    'Explain an exit code as JSON': 'remit explain 10 --json',
    'Explain an ACH return code': 'remit explain R01',
    'Export all codes as CSV': 'remit explain --csv',
  },

  run({ args: { code } }): Explanation | readonly Explanation[] {
    if (code === undefined) return listExplanations();
    const found = explain(code);
    if (found) return found;
    throw new UsageError(`'${code}' is not a known code.`, {
      next: ['list all codes: remit explain', 'run the command with --debug for details'],
    });
  },
});
