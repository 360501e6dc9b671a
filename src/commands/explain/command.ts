/** The command `remit explain`. */

import { command } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { optionalArgument } from '../../cli/flags/flag.ts';
import { words } from '../../cli/flags/value-parsers.ts';
import { achReturnCodes } from '../../contract/ach/return-codes.ts';
import { exitCodes } from '../../errors/exit-codes.ts';
import { columns } from '../../render/view.ts';
import { serviceCodes } from './error-codes.ts';

export const commands = [];

interface Explanation {
  readonly code: string;
  readonly kind: 'exit code' | 'API error code' | 'ACH return code';
  readonly meaning: string;
  readonly next: string | null;
}

export const defaultCommand = command({
  name: 'explain',
  summary: 'Explain an exit code, an API error code or an ACH return code',
  about: 'Without a code, all known codes are listed.',
  args: {
    code: optionalArgument('[code]', 'such as 10, payable_not_approved or R01', words),
  },
  view: {
    kind: 'either',
    columns: columns('code', 'kind #3', 'meaning:prose #2', 'next:prose'),
    prose: true,
  },
  examples: [
    'remit explain payable_not_approved',
    'remit explain 10 --json',
    'remit explain R01',
    'remit explain --csv',
  ],

  run({ args: { code } }): Explanation | readonly Explanation[] {
    const all = listExplanations();
    if (code === undefined) return all;
    const found = all.find((explanation) => explanation.code.toLowerCase() === code.toLowerCase());
    if (found) return found;
    throw new UsageError(`'${code}' is not a known code.`, {
      next: ['list all codes: remit explain', 'run the command with --debug for details'],
    });
  },
});

const listExplanations = (): readonly Explanation[] => [
  ...Object.values(exitCodes).map(
    ({ code, meaning }): Explanation => ({
      ...{ code: String(code), kind: 'exit code', meaning, next: 'remit help exit-codes' },
    }),
  ),
  ...Object.entries(achReturnCodes).map(
    ([code, { title, advice }]): Explanation => ({
      ...{ code, kind: 'ACH return code', meaning: title, next: advice },
    }),
  ),
  ...Object.entries(serviceCodes).map(
    ([code, meaning]): Explanation => ({
      ...{ code, kind: 'API error code', ...meaning },
    }),
  ),
];
