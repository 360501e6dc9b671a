import { type CommandMatch, locate, requestedHelp } from '../../commands/find-command.ts';
import { tree } from '../../commands/tree.ts';
import type { ErrorReport } from '../../errors/error-report.ts';
import { exitCodes } from '../../errors/exit-codes.ts';
import { createSecrets } from '../../runtime/secrets.ts';
import { VERSION } from '../../version.ts';
import { wantsColor, wantsJson, widthOf } from '../output-format.ts';
import type { System } from '../system.ts';

/** Runs one command line, prints its result or its error, and returns the exit code. Never throws. */
export async function run(outer: System): Promise<number> {
  const secrets = createSecrets();
  const isWorkflow = outer.env['GITHUB_ACTIONS'] === 'true';
  const system = isWorkflow
    ? (await import('../../errors/workflow-commands.ts')).withoutWorkflowCommands(outer)
    : outer;
  try {
    const [first, ...words] = system.argv;
    if (first === '__complete') {
      const { complete } = await import('../../commands/completion/complete.ts');
      await system.stdout.write(await complete(words, system, tree));
      return 0;
    }
    const match = await locate(system.argv, tree);
    const page = await pageFor(match, system);
    // Code that runs commands is loaded when one runs: a page of help needs none of it.
    if (page !== undefined) await system.stdout.write(page);
    else if (match.kind === 'command')
      await (await import('./run-command.ts')).execute(match, system, { run, secrets });
    else
      throw (await import('../../commands/unknown-command.ts')).createUnknownCommandError(
        match,
        tree,
        system.argv,
      );
    return 0;
  } catch (error) {
    const { reportError } = await import('../../errors/error-report.ts');
    return reportError(error, system, secrets, isWorkflow ? outer.stderr : undefined);
  }
}

/**
 * Returns the page that is printed without running a command: the version, or help; with `--json` the record that help
 * is made of. Returns `undefined` if a command is run.
 */
async function pageFor(match: CommandMatch, system: System): Promise<string | undefined> {
  const { argv } = system;
  const help = requestedHelp(argv);
  if (match.kind === 'command' ? !help : match.unknown !== undefined) return undefined;
  if (!help && (argv.includes('--version') || argv.includes('-V'))) return `${VERSION}\n`;
  if (argv.includes('--json'))
    return (await import('../../commands/command-catalog.ts')).catalogPage(match, tree);
  const { helpFor, withBoldHeadings } = await import('../../commands/help/help-page.ts');
  const page = helpFor(match, tree, { width: widthOf(system), isFull: help === 'full' });
  const noColor = argv.includes('--no-color');
  return wantsColor(system, { noColor }) ? withBoldHeadings(page) : page;
}

/**
 * Reports on stderr that the process ends before its command did, which only a bug causes: a promise that nothing
 * settles, or an error outside of all that is awaited. Returns the exit code: 10 if a request has an unknown outcome,
 * else 1.
 *
 * The process is ending, so that nothing can be loaded or awaited here.
 */
export function reportEndedEarly({ argv, stderr, pendingIntents }: System): number {
  const [intentId = null] = pendingIntents;
  const isUnknown = intentId !== null;
  const report: ErrorReport = {
    exitCode: exitCodes[isUnknown ? 'unknown' : 'bug'].code,
    code: 'ended_early',
    message: `The program ended before the command did. This is a bug in remit.${
      isUnknown
        ? ` The outcome of ${intentId} is unknown: it may have been applied. Do not run the command again until it is resolved.`
        : ''
    }`,
    ...{ status: null, requestId: null, intentId, outcome: isUnknown ? 'unknown' : null },
    ...{ retryable: false, fields: [] },
    next: isUnknown
      ? [`remit journal reconcile ${intentId}`]
      : ['remit journal list shows what was sent', 'report it with the output of --debug'],
  };
  const { message, next } = report;
  const text = wantsJson(argv, undefined)
    ? JSON.stringify({ error: report })
    : [`remit: ${message}`, ...next.map((line) => `  next: ${line}`)].join('\n');
  void stderr.write(`${text}\n`);
  return report.exitCode;
}
