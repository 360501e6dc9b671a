import type { AnyCommand } from '../cli/command.ts';
import { DryRun, PartlyDone, Unfulfilled, UsageError } from '../cli/errors.ts';
import type { Host } from '../cli/host.ts';
import { sourceOf } from '../http/source.ts';
import { jsonText } from '../render/json.ts';
import { checkFields } from './body.ts';
import { NoBusiness } from './failures.ts';
import { wantsColor } from './format.ts';
import { hidden } from './hidden.ts';
import type { Watching } from './ids/watch.ts';
import { canShowMenus, isInteractive } from './interactive.ts';
import { interruptedOr } from './interrupt.ts';
import { mayAsk, readsInput } from './may-ask.ts';
import { type Around, openRun, type Run } from './open-run.ts';
import { parse, type Typed } from './parse.ts';
import { checkPrinting, type Printing, print } from './print.ts';
import { lively } from './spinner.ts';

/** One command that was found, and the words that are left for it. */
export interface Found {
  readonly command: AnyCommand;
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

/** Checks what was typed, asks for what is missing, runs the command and prints its result. Throws whatever went wrong. */
export async function execute(found: Found, host: Host, around: Around): Promise<void> {
  const { command, path, rest } = found;
  const asker = { command: path.join(' '), host, around };
  const typed = await parse(command, path, rest, async (lacking, soFar) => {
    if (!canShowMenus(host, soFar.globals)) return undefined;
    await host.stdin.keyboard.hold();
    return (await import('./asking/missing.ts')).askMissing(lacking, soFar, asker);
  });
  try {
    await perform(found, typed, await holding(found, typed, host), around);
  } catch (error) {
    if (!(error instanceof NoBusiness && canShowMenus(host, typed.globals))) throw error;
    // By its kind nothing was sent: it may be done from the start.
    const business = await (await import('./asking/missing.ts')).askBusiness(typed, asker);
    await perform(found, { ...typed, globals: { ...typed.globals, business } }, host, around);
  }
}

/** The host at whose terminal nothing is typed in advance: it is held as soon as the command has read what it is given there. */
async function holding({ command }: Found, typed: Typed, host: Host): Promise<Host> {
  if (!mayAsk(command, typed) || !isInteractive(host, typed.globals)) return host;
  const { stdin } = host;
  if (!readsInput(command, typed)) {
    await stdin.keyboard.hold();
    return host;
  }
  const keyboard = {
    ...stdin.keyboard,
    async lend<Result>(work: () => Promise<Result>) {
      const result = await stdin.keyboard.lend(work);
      await stdin.keyboard.hold();
      return result;
    },
  };
  return { ...host, stdin: { isTTY: stdin.isTTY, read: stdin.read, keyboard } };
}

async function perform(
  { command: spec, path, rest }: Found,
  typed: Typed,
  outer: Host,
  around: Around,
): Promise<void> {
  refuseOneKeyForMany(spec, typed);
  const { globals } = typed;
  if (typed.write) checkFields(typed.write.fields);
  await checkPrinting(spec.view, globals, [typed.flags['report']]);
  const { host, end } = lively(outer, globals, spec.view);
  const its = openRun(typed, host, around);
  const ids = await watching(spec, path, host, typed);
  const show = async (result: unknown) => {
    const data = spec.tellsSecret ? result : hidden(result, around.secrets.mask);
    await print(ids ? ids.pass(data) : data, spec.view, host, {
      globals,
      configured: its.output(),
      timeZone: its.timeZone(),
      color: wantsColor(host, globals),
      source: sourceOf,
      notice: its.notice,
      manifest: manifestFor({ command: spec, path, rest }, typed, its, host),
    });
    ids?.keep();
  };
  try {
    await show(await spec.run({ context: its.context, args: typed.args, flags: typed.flags }));
    its.exported();
    its.complain();
  } catch (error) {
    if (error instanceof DryRun) return showPlan(error, host);
    if (error instanceof PartlyDone) await show(await Promise.all(error.results.map(readable)));
    if (error instanceof Unfulfilled && error.record !== undefined) await show(error.record);
    throw interruptedOr(error, host);
  } finally {
    end();
    await its.close();
  }
}

/** What a file that is written shall be accompanied by. */
const manifestFor = (
  { command: { view, calls }, path }: Found,
  typed: Typed,
  its: Run,
  host: Host,
): Printing['manifest'] => {
  const { manifest, out: file } = typed.globals;
  if (!manifest || file === undefined) return undefined;
  const what = { file, command: path.join(' '), view, calls: calls !== undefined };
  return async () => (await import('./manifest.ts')).openManifest({ ...what, typed, its, host });
};

/** Ids that are shown are kept for the completion of the shell. */
const watching = async (
  { view }: AnyCommand,
  path: readonly string[],
  host: Host,
  typed: Typed,
): Promise<Watching | undefined> =>
  'columns' in view
    ? (await import('./ids/watch.ts')).watchIds(path.join(' '), host, typed)
    : undefined;

/** A key stands for one request: under the same one a service may answer the second with what it said to the first. */
function refuseOneKeyForMany({ view }: AnyCommand, { args, flags, write }: Typed): void {
  const several = Object.values(args).some((it) => Array.isArray(it) && it.length > 1);
  const makesMany = view.kind === 'either' && (several || flags['file'] !== undefined);
  if (write?.idempotencyKey === undefined || !makesMany) return;
  throw new UsageError('--idempotency-key is for one request, and this makes several.');
}

/** `--dry-run`: the write that would be sent, as data, whatever the format. */
async function showPlan({ requests }: DryRun, host: Host): Promise<void> {
  const plans = requests.map((request) => ({ dryRun: true, request }));
  await host.stdout.write(`${jsonText(plans.length === 1 ? plans[0] : plans)}\n`);
}

/** A failed item in a result of several: its error as scripts read it. */
async function readable(item: unknown): Promise<unknown> {
  if (typeof item !== 'object' || item === null || !('error' in item)) return item;
  if (!(item.error instanceof Error)) return item;
  const { failureOf } = await import('./failure.ts');
  return { ...item, error: failureOf(item.error).message };
}
