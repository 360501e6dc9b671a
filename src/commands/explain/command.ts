/** The command `remit explain`. */

import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { exitCodes } from '../../errors/exit-codes.ts';
import { columns, recordOf } from '../../render/view.ts';
import { returnCodeExplanations, serviceCodes } from './error-codes.ts';

export const commands = [];

export const defaultCommand = command({
  name: 'explain',
  summary: 'Explain an exit code, an error code of the service, or a return code of a bank',
  args: { code: argument('<code>', 'such as 10, payable_not_approved or R01', words) },
  view: recordOf(columns('code', 'kind', 'meaning', 'next')),
  examples: ['remit explain payable_not_approved', 'remit explain 10 --json', 'remit explain R01'],

  run({ args: { code } }) {
    const exit = Object.values(exitCodes).find((it) => String(it.code) === code);
    if (exit)
      return { code, kind: 'exit code', meaning: exit.meaning, next: 'remit help exit-codes' };
    const said = serviceCodes[code.toLowerCase()];
    if (said) return { code: code.toLowerCase(), kind: 'error code of the service', ...said };
    const meaning = returnCodeExplanations[code.toUpperCase()];
    if (meaning)
      return { code: code.toUpperCase(), kind: 'return code of a bank', meaning, next: null };
    throw new UsageError(`'${code}' is no code that is known here.`, {
      next: ['remit help exit-codes', 'the error itself says more: run the command with --debug'],
    });
  },
});
