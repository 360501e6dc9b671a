/** The command `sandbox certify`. */

import { command } from '../../../cli/command.ts';
import { argumentList, choiceList, option } from '../../../cli/flags/flag.ts';
import { file, wholeNumber, words } from '../../../cli/flags/value-parsers.ts';
import { ConditionError } from '../../../money/errors.ts';
import type { Section } from '../../../render/sections.ts';
import { columns, listOf } from '../../../render/view.ts';
import type { CertifiedRow } from './certify-program.ts';
import { scenarioNames } from './scenario-names.ts';

const TRIES = 3;
const SLOW_SECONDS = 6;
const TRY_SECONDS = 120;

const resultColumns = columns('fault', 'verdict:state', 'payments:number', 'exits');

export const certify = command({
  name: 'certify',
  summary: 'Check that a program of yours pays once, whatever goes wrong',
  about: [
    'Runs a program that makes one payment in a temporary sandbox, once for each fault: the connection is lost before or after the payment is made,',
    'the service fails, throttles or answers slowly, the token expires, the program is killed, or stopped while a second run of it starts.',
    'Exit code 0 of the program says that it has paid; after any other code it is run again, up to --tries times.',
    'Then the payments that the service made are counted: two are wrong, and none after exit code 0.',
    'In its words, {payableId}, {invoiceNumber}, {amount}, {connectionId}, {bank} and {business} are replaced.',
  ].join(' '),
  details: [
    'The program finds the sandbox in REMIT_BASE_URL and REMIT_TOKEN, and REMIT_BUSINESS and REMIT_BANK are who pays.',
    'Each fault has a payable and an amount of its own, and the program an empty home directory.',
  ].join(' '),
  extraExits: ['partly'],
  args: {
    program: argumentList('<program...>', 'the program and its arguments, after --', words),
  },
  flags: {
    fault: choiceList('--fault <fault,...>', 'faults to try (default: all)', scenarioNames),
    tries: option(
      '--tries <n>',
      `how often the program is run at most (default ${TRIES})`,
      wholeNumber(1, 10),
    ),
    slow: option(
      '--slow <seconds>',
      `seconds that a slow response takes (default ${SLOW_SECONDS})`,
      wholeNumber(1, 600),
    ),
    junit: option('--junit <file>', 'also write the results as JUnit XML', file),
  },
  view: listOf(resultColumns, 'No faults.', { also: ['wire', 'output'] }),
  examples: {
    'Test a program against every fault': 'remit sandbox certify -- ./pay.sh {payableId} {amount}',
    'Test it against one fault, and write a JUnit file':
      'remit sandbox certify --fault paused --junit certify.xml --json -- ./pay.sh {payableId}',
  },

  async run({ context, args, flags }) {
    const { certifyProgram } = await import('./certify-program.ts');
    const { isWrong } = await import('../../../sandbox/wire/trial.ts');
    const others = (flags.fault ?? scenarioNames).filter((it) => it !== 'none');
    const found: CertifiedRow[] = [];
    for await (const row of certifyProgram(context, {
      words: args.program,
      faults: ['none', ...others],
      tries: flags.tries ?? TRIES,
      slowSeconds: flags.slow ?? SLOW_SECONDS,
      seconds: TRY_SECONDS,
    })) {
      context.progress.show(`${row.fault}: ${row.verdict}`);
      found.push(row);
      if (row.fault === 'none' && row.verdict !== 'paid once') throw unusable(row);
    }
    context.progress.end();
    if (flags.junit !== undefined) {
      const { junitOf } = await import('./junit.ts');
      await context.files.replace(flags.junit, junitOf(found));
    }
    const wrong = found.filter(({ verdict }) => isWrong(verdict));
    if (wrong.length === 0) return found;
    const names = wrong.map(({ fault, verdict }) => `${fault}: ${verdict}`);
    throw new ConditionError('partly', 'not_certified', `Wrong: ${names.join('; ')}.`, {
      record: found,
    });
  },

  sections: ({ record }) => sectionsOf(record),
});

/** Returns the table, and the exchanges of each fault under which the program was wrong. */
async function sectionsOf(rows: readonly CertifiedRow[]): Promise<readonly Section[]> {
  const { isWrong } = await import('../../../sandbox/wire/trial.ts');
  const wrong = rows.filter(({ verdict }) => isWrong(verdict));
  return [
    { title: 'Results', table: { columns: resultColumns, rows } },
    ...wrong.map(({ fault, verdict, wire }) => ({ title: `${fault}: ${verdict}`, lines: wire })),
  ];
}

/** Creates the error of a program that does not pay once if nothing goes wrong. */
function unusable({ verdict, exits, output, wire }: CertifiedRow): ConditionError {
  const message = `Without any fault, the program ended so: ${verdict} (exit ${exits}). ${output.trim()}`;
  return new ConditionError('partly', 'not_certified', message, {
    next: wire.length === 0 ? ['send its requests to REMIT_BASE_URL, with REMIT_TOKEN'] : [],
  });
}
