import type { AnyCommand } from '../cli/command.ts';
import { Attempted, DryRun, PartlyDone } from '../cli/errors.ts';
import type { Host } from '../cli/host.ts';
import { tree } from '../commands/tree.ts';
import { Unreachable } from '../http/errors.ts';
import { sourceOf } from '../http/source.ts';
import { jsonText } from '../render/json.ts';
import { plainLines } from '../render/plain.ts';
import { VERSION } from '../version.ts';
import { checkFields } from './body.ts';
import { failureOf, toText } from './failure.ts';
import { Interrupted } from './failures.ts';
import { configuredOutput, wantsColor, wantsJson } from './format.ts';
import { locate, type Place } from './locate.ts';
import { openRun } from './open-run.ts';
import { asksForHelp, parse, type Typed } from './parse.ts';
import { checkPrinting, print } from './print.ts';

/** Runs one command line from beginning to end. Prints its result or its failure, and returns the exit code; never throws. */
export async function run(host: Host): Promise<number> {
  try {
    const place = await locate(host.argv, tree);
    const page = await pageFor(place, host.argv);
    if (page !== undefined) {
      await host.stdout.write(page);
      return 0;
    }
    if (place.kind !== 'command') {
      throw (await import('./suggest.ts')).unknownWord(place, tree);
    }
    await runCommand(place.command, parse(place.command, place.path, place.rest), host);
    return 0;
  } catch (error) {
    return fail(error, host);
  }
}

/** What is printed without running anything: the version, or a page of help. */
async function pageFor(place: Place, argv: readonly string[]): Promise<string | undefined> {
  const help = asksForHelp(argv);
  if (place.kind === 'command' ? !help : place.unknown !== undefined) return undefined;
  if (!help && (argv.includes('--version') || argv.includes('-V'))) return `${VERSION}\n`;
  return (await import('./help.ts')).helpFor(place, tree);
}

async function runCommand(spec: AnyCommand, typed: Typed, host: Host): Promise<void> {
  const { globals } = typed;
  if (typed.write) checkFields(typed.write.fields);
  await checkPrinting(spec.view, globals);
  const its = openRun(typed, host, run);
  const show = (data: unknown) =>
    print(data, spec.view, host, {
      globals,
      configured: its.output(),
      timeZone: its.timeZone(),
      color: wantsColor(host, globals),
      source: sourceOf,
      notice: its.notice,
    });
  try {
    await show(await spec.run({ context: its.context, args: typed.args, flags: typed.flags }));
    its.complain();
  } catch (error) {
    if (error instanceof DryRun) return showPlan(error, host);
    if (error instanceof PartlyDone) await show(error.results.map(readable));
    throw interruptedOr(error, host);
  } finally {
    await its.close();
  }
}

/** A failure that our own interrupt caused, with nothing in doubt, is the interrupt itself. */
function interruptedOr(error: unknown, { interrupted }: Host): unknown {
  if (!interrupted.aborted || error instanceof Attempted) return error;
  return error instanceof Unreachable ? new Interrupted(String(interrupted.reason)) : error;
}

async function fail(error: unknown, host: Host): Promise<number> {
  const failure = failureOf(error);
  const text = wantsJson(host.argv, configuredOutput(host))
    ? `${jsonText({ error: failure }, { compact: true })}\n`
    : toText(failure);
  const stack =
    host.argv.includes('--debug') && error instanceof Error
      ? `${plainLines(error.stack ?? '')}\n`
      : '';
  await host.stderr.write(`${stack}${text}`).catch(() => {});
  return failure.exitCode;
}

/** `--dry-run`: the write that would be sent, as data, whatever the format. */
async function showPlan({ requests }: DryRun, host: Host): Promise<void> {
  const plans = requests.map((request) => ({ dryRun: true, request }));
  await host.stdout.write(`${jsonText(plans.length === 1 ? plans[0] : plans)}\n`);
}

/** A failed item in a result of several: its error as scripts read it. */
function readable(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('error' in item)) return item;
  return item.error instanceof Error ? { ...item, error: failureOf(item.error).message } : item;
}
