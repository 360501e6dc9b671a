/** Runs one command and prints its result. */

import { originalOf } from '../../api/client/response/original.ts';
import { tree } from '../../commands/tree.ts';
import { NoBusinessError, OutputError, TypedFormError } from '../../errors/errors.ts';
import {
  ConditionError,
  DryRunError,
  NothingToDoError,
  PartialFailureError,
  UsageError,
} from '../../money/errors.ts';
import { checkFields } from '../../money/sending/request-body.ts';
import { jsonText } from '../../render/json.ts';
import type { View } from '../../render/view.ts';
import { toInterruptedError } from '../../runtime/interrupt.ts';
import { redactSecrets } from '../../runtime/secrets.ts';
import type { AnyCommand } from '../command.ts';
import { type ParsedCommandLine, parseCommandLine } from '../line/parse.ts';
import {
  asPlainJson,
  checkPrinting,
  isSectioned,
  isStream,
  type PrintOptions,
  print,
  printSections,
} from '../output/print.ts';
import type { IdCollector } from '../output/record-ids.ts';
import { isBareTable, suggestTable } from '../output/suggest-table.ts';
import { formatOf, wantsColor } from '../output-format.ts';
import { canShowMenus, mayAsk, readsInput } from '../prompts/may-prompt.ts';
import { withSpinner } from '../prompts/spinner.ts';
import { createTypedForm } from '../prompts/typed-form.ts';
import { isInteractive, type System } from '../system.ts';
import { type CommandRun, openRun, type RunDeps } from './command-scope.ts';
import { forAll, isForAll, withAllOfEnvironment, withView } from './command-view.ts';
import { refuseForeignBusiness, withIds } from './named-business.ts';

/** A command that was found, and the words after its name. */
export interface ResolvedCommand {
  readonly command: AnyCommand;
  readonly path: readonly string[];
  readonly rest: readonly string[];
}

/**
 * Checks the command line, prompts for missing values, runs the command and prints its result. Throws any error of
 * these.
 */
export async function execute(
  found: ResolvedCommand,
  system: System,
  around: RunDeps,
): Promise<void> {
  const form = createTypedForm(found.path, found.rest);
  try {
    await executeWith(found, system, { ...around, form });
  } catch (error) {
    const lines = form.lines(around.secrets.mask);
    throw lines.length === 0 ? error : new TypedFormError(error, lines);
  }
}

async function executeWith(found: ResolvedCommand, system: System, around: RunDeps): Promise<void> {
  const { command, path, rest } = found;
  const asker = { command: path.join(' '), system, deps: around };
  const parsed = await parseCommandLine(command, path, rest, async (lacking, partial) => {
    if (isForAll(partial)) await forAll(command, {});
    if (!canShowMenus(system, partial.globals)) return undefined;
    await system.stdin.keyboard.hold();
    const soFar = await withIds(command, partial, asker);
    const { business } = soFar.globals;
    const answers = await (await import('../prompts/prompt-missing.ts')).askMissing(
      lacking,
      soFar,
      asker,
    );
    return business === partial.globals.business || business === undefined
      ? answers
      : new Map([['global.business', [business]], ...answers]);
  });
  const typed = await withIds(command, withAllOfEnvironment(command, parsed, system), asker);
  try {
    await perform(found, typed, await holding(found, typed, system), around);
  } catch (error) {
    await refuseForeignBusiness(error, typed, asker);
    if (!(error instanceof NoBusinessError && canShowMenus(system, typed.globals))) throw error;
    // Nothing was sent before this error, so the command may be run from the start.
    const business = await (await import('../prompts/prompt-missing.ts')).askBusiness(typed, asker);
    await perform(found, { ...typed, globals: { ...typed.globals, business } }, system, around);
  }
}

/**
 * Returns a `System` whose terminal discards keys that are typed before a prompt, from when the command has read its stdin.
 */
async function holding(
  { command }: ResolvedCommand,
  typed: ParsedCommandLine,
  system: System,
): Promise<System> {
  if (!mayAsk(command, typed) || !isInteractive(system, typed.globals)) return system;
  const { stdin } = system;
  if (!readsInput(command, typed)) {
    await stdin.keyboard.hold();
    return system;
  }
  const keyboard = {
    ...stdin.keyboard,
    async lend<Result>(work: () => Promise<Result>) {
      const result = await stdin.keyboard.lend(work);
      await stdin.keyboard.hold();
      return result;
    },
  };
  return { ...system, stdin: { isTTY: stdin.isTTY, read: stdin.read, keyboard } };
}

async function perform(
  { command, path, rest }: ResolvedCommand,
  typed: ParsedCommandLine,
  outer: System,
  around: RunDeps,
): Promise<void> {
  const spec = await withView(command, typed);
  refuseOneKeyForMany(spec, typed);
  const { globals } = typed;
  if (typed.write) checkFields(typed.write.fields);
  const search = await checkPrinting(spec.view, globals, [
    typed.flags['report'],
    typed.flags['rejects'],
  ]);
  const checkRecords = await columnsChecked({ command: spec, path, rest }, globals.columns);
  const { system, end } = withSpinner(outer, globals, spec.view);
  const its = openRun(typed, system, around);
  const ids = await watching(spec, system, typed);
  try {
    const files = await filesFor({ command: spec, path, rest }, typed, its, system);
    const own =
      spec === command ? await ownColumns({ command, path, rest }, typed, its, system) : undefined;
    const how: PrintOptions = {
      globals: own ? { ...globals, columns: [...own] } : globals,
      search,
      ...files,
      configured: its.output(),
      timeZone: its.timeZone(),
      color: wantsColor(system, globals),
      source: originalOf,
      notice: its.notice,
      isApplied: () => its.appliedEffect() !== undefined,
    };
    const show = async (result: unknown) => {
      checkRecords?.(result);
      const mask = <Data>(data: Data): Data =>
        spec.printsSecret ? data : (redactSecrets(data, around.secrets.mask) as Data);
      const data = ids ? ids.pass(mask(result)) : mask(result);
      const sections = isSectioned(how, system)
        ? await spec.sections?.({ ...typed, context: its.context, record: result })
        : undefined;
      if (sections) await printSections(mask(sections), system, how);
      else await printed(data, spec.view, system, how);
      if (!spec.writes && isBareTable(spec.view, system, how)) suggestTable(its.context);
      ids?.commit();
    };
    const run = async () =>
      spec.run({ context: its.context, args: typed.args, flags: typed.flags, tree });
    await conclude(await run().catch((error: unknown) => showPart(error, show, its)), show, its);
  } catch (error) {
    if (error instanceof DryRunError) return showPlan(error, system);
    if (error instanceof NothingToDoError) return its.notice(error.message);
    const ended = toInterruptedError(error, system);
    if (its.appliedEffect() === undefined || error instanceof PartialFailureError) throw ended;
    throw (await import('../../errors/after-write.ts')).toAppliedError(ended, its.appliedEffect());
  } finally {
    end();
    await its.close();
  }
}

type Show = (result: unknown) => Promise<void>;

/**
 * Prints a result. If that of a write cannot be printed as requested, it is printed as JSON as far as possible.
 *
 * @throws {OutputError} (13) for a result of an applied write: the error is no reason to repeat it.
 */
async function printed(
  data: unknown,
  view: View,
  system: System,
  how: PrintOptions,
): Promise<void> {
  try {
    await print(data, view, system, how);
  } catch (error) {
    if (!how.isApplied()) throw error;
    const isLost = error instanceof OutputError && how.file === undefined;
    if (!(isLost || isStream(data)))
      await print(data, view, system, asPlainJson(how)).catch(() => {});
    throw (await import('../../errors/after-write.ts')).toOutputError(error);
  }
}

/**
 * Prints the result and what follows it. An outcome that was not recorded is reported first, since it names the
 * intent.
 */
async function conclude(result: unknown, show: Show, its: CommandRun): Promise<void> {
  const unprinted = await show(result).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (!unprinted) its.afterResult();
  try {
    its.throwUnrecorded();
  } catch (unrecorded) {
    if (unprinted) its.notice(messageOf(unprinted.error));
    throw unrecorded;
  }
  if (unprinted) throw unprinted.error;
}

/** Prints the partial result that an error carries, and throws the error, or the worse one if printing failed. */
async function showPart(error: unknown, show: Show, its: CommandRun): Promise<never> {
  const part = await partOf(error);
  if (part === undefined) throw error;
  const unprinted = await show(part).then(
    () => undefined,
    (it: unknown) => it,
  );
  if (unprinted === undefined) throw error;
  const told = (await import('../../errors/after-write.ts')).pickWorseError(error, unprinted);
  if (told === error) its.notice(messageOf(unprinted));
  throw told;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function partOf(error: unknown): Promise<unknown> {
  if (error instanceof PartialFailureError) return Promise.all(error.results.map(readable));
  return error instanceof ConditionError ? error.record : undefined;
}

/** Refuses columns that no record can have, and returns the check of the records for the others. */
const columnsChecked = async (
  { command, path }: ResolvedCommand,
  asked: readonly string[] | undefined,
) =>
  asked &&
  (await import('../list/known-columns.ts')).assertKnownColumns(asked, command, {
    path: path.join(' '),
  });

/**
 * Returns the columns that a setting names for a list in a terminal. Piped output does not depend on settings of one
 * machine.
 *
 * @throws {UsageError} if no record can have one of them.
 */
async function ownColumns(
  { command, path: [resource = '', verb, deeper] }: ResolvedCommand,
  { globals }: ParsedCommandLine,
  its: CommandRun,
  system: System,
): Promise<readonly string[] | undefined> {
  const isList = verb === 'list' && deeper === undefined && command.view.kind === 'list';
  const isChosen = globals.columns !== undefined || globals.query !== undefined;
  if (!isList || isChosen || globals.out !== undefined || !system.stdout.isTTY) return undefined;
  const own = its.columnsOf(resource);
  if (own === undefined) return undefined;
  const format = formatOf(globals, { configured: its.output(), isTTY: true });
  if (format !== 'table') return undefined;
  const { assertKnownColumns } = await import('../list/known-columns.ts');
  assertKnownColumns(own, command, { path: `${resource} list`, from: `columns.${resource}` });
  return own;
}

/** Creates the file of `--out` and that of its manifest, before anything is sent. */
async function filesFor(
  { command: { view, calls }, path }: ResolvedCommand,
  typed: ParsedCommandLine,
  its: CommandRun,
  system: System,
): Promise<Pick<PrintOptions, 'file' | 'manifest'>> {
  const { manifest, out } = typed.globals;
  if (out === undefined) return { file: undefined, manifest: undefined };
  const file = await its.openFile(out);
  const isReported = isExportOfJob(view, system);
  if (!manifest && !isReported) return { file, manifest: undefined };
  const beside = manifest ? await its.openFile(`${out}.manifest.json`) : undefined;
  const what = { file: out, command: path.join(' '), view, calls: calls !== undefined, isReported };
  const { createManifest } = await import('../output/manifest.ts');
  return {
    file,
    manifest: createManifest({ ...what, commandLine: typed, run: its, system }, beside),
  };
}

/** Reports whether the result is an export in a job whose runner provides a file for its summary or its outputs. */
const isExportOfJob = ({ kind }: View, { env }: System): boolean =>
  (kind === 'list' || kind === 'bytes') &&
  Boolean(env['GITHUB_STEP_SUMMARY'] || env['GITHUB_OUTPUT']);

/** Collects the printed ids for completions. */
const watching = async (
  { shows }: AnyCommand,
  system: System,
  typed: ParsedCommandLine,
): Promise<IdCollector | undefined> =>
  shows && (await import('../output/record-ids.ts')).createIdCollector(shows, system, typed);

/** Refuses one idempotency key for several requests. */
function refuseOneKeyForMany(
  { view }: AnyCommand,
  { args, flags, write }: ParsedCommandLine,
): void {
  // A service may answer the second request under a key with its response to the first.
  const several = Object.values(args).some((it) => Array.isArray(it) && it.length > 1);
  const makesMany = view.kind === 'either' && (several || flags['file'] !== undefined);
  if (write?.idempotencyKey === undefined || !makesMany) return;
  throw new UsageError('--idempotency-key requires a single request; this sends several.');
}

/** Prints the requests of `--dry-run` as JSON, in any format. */
async function showPlan({ requests }: DryRunError, system: System): Promise<void> {
  const plans = requests.map((request) => ({ dryRun: true, request }));
  await system.stdout.write(`${jsonText(plans.length === 1 ? plans[0] : plans)}\n`);
}

/** Returns a failed item of several with its error as scripts read it. */
async function readable(item: unknown): Promise<unknown> {
  if (typeof item !== 'object' || item === null || !('error' in item)) return item;
  if (!(item.error instanceof Error)) return item;
  const { toErrorReport } = await import('../../errors/error-report.ts');
  return { ...item, error: toErrorReport(item.error).message };
}
