/** One run of one command, with everything that is opened for it. */

import type { Effect } from '../../api/operations/operation.ts';
import { type ResolvedSettings, settingsOf } from '../../config/resolve-settings.ts';
import { memoize } from '../../memoize.ts';
import { readData } from '../../money/sending/request-body.ts';
import { sanitize } from '../../render/sanitize.ts';
import { wrapLines } from '../../render/wrap-text.ts';
import { openScope } from '../../runtime/scope.ts';
import { createSecrets, type Secrets, withRedactedStderr } from '../../runtime/secrets.ts';
import { typeAmountAboveCents } from '../confirmation-amount.ts';
import type { AskElsewhere, Context, NestedRunOptions, NestedRunResult } from '../context.ts';
import { FORMATS, type Format } from '../flags/global-flags.ts';
import type { ParsedCommandLine } from '../line/parse.ts';
import { nextLine } from '../next-line.ts';
import type { OutFile } from '../output/out-file.ts';
import { createRunFiles } from '../output/run-files.ts';
import { mayOverwrite, wantsJson } from '../output-format.ts';
import { createQuestions } from '../prompts/questions.ts';
import { createProgress } from '../prompts/spinner.ts';
import type { TypedForm } from '../prompts/typed-form.ts';
import { withScopedSignals } from '../scoped-signals.ts';
import type { System } from '../system.ts';
import { createInputFiles } from './input-files.ts';

/** One run of one command: its context, and the state around it. */
export interface CommandRun {
  readonly context: Context;
  readonly secrets: Secrets;
  readonly notice: Context['notice'];
  readonly settings: Context['settings'];
  readonly output: () => Format | undefined;
  readonly timeZone: () => string | undefined;
  readonly columnsOf: (resource: string) => readonly string[] | undefined;
  /** Returns the most severe effect that the service applied in this run so far; `undefined` if it applied nothing. */
  readonly appliedEffect: () => Effect | undefined;
  /**
   * Creates a file as `--out` does; it is removed if the run ends before it is moved into place.
   *
   * @throws {UsageError} if it cannot be created.
   */
  readonly openFile: (path: string) => Promise<OutFile>;
  /**
   * Runs the functions that the command registered for when its file is complete, and throws what they throw; then
   * writes the summaries.
   */
  readonly afterResult: () => void;
  /** Throws the error of an outcome that the journal could not record; called once the result is printed. */
  readonly throwUnrecorded: () => void;
  /** Returns the head of the journal as it is now; `null` if the command did not open the journal. */
  readonly journalHead: () => Promise<string | null>;
  readonly close: () => Promise<void>;
}

/** The function that runs another command line, and the secrets known so far. */
export interface RunDeps {
  readonly run: RunLine;
  readonly secrets: Secrets;
  /** Asks for confirmations instead of the terminal. */
  readonly askElsewhere?: AskElsewhere | undefined;
  /** Keeps what a person types at prompts. */
  readonly form?: TypedForm | undefined;
}

/** Opens a run. Nothing is read, opened or connected until the command asks for it. */
export function openRun(
  { globals, write }: ParsedCommandLine,
  outer: System,
  { run, secrets, askElsewhere, form }: RunDeps,
): CommandRun {
  const system = withRedactedStderr(outer, secrets);
  const settingsNow = memoize(() => settingsOf(system, globals));
  const settingsBefore = memoize(() => settingsOf(system, globals, { mayBeNew: true }));
  const settings: Context['settings'] = ({ mayBeNew = false } = {}) =>
    mayBeNew ? settingsBefore() : settingsNow();
  const input = createInputFiles(system, secrets, globals);
  const written = createRunFiles(system, globals);
  const isQuiet = memoize(() => globals.quiet || wantsJson(system.argv, formatIn(settings)));
  const summaries: string[] = [];
  const notice: CommandRun['notice'] = (text, { isSummary = false, isLast = false } = {}) => {
    const { isTTY, columns } = system.stderr;
    const line = `${wrapLines(sanitize(nextLine(text, system.argv)), isTTY ? columns : undefined)}\n`;
    if (isSummary ? globals.quiet : isQuiet()) return;
    if (isSummary || isLast) summaries.push(line);
    else void system.stderr.write(line);
  };
  const questions = createQuestions({
    system,
    globals,
    write,
    secrets,
    typeAmountAbove: () => typeAmountAboveCents(settings()),
    askElsewhere,
    form,
  });
  const scope = openScope({
    ...{ facts: system, settings, secrets, notice, write },
    ...{ business: globals.business, headers: globals.header },
    asking: questions,
    data: () => readData(write?.data, input.readText),
    tokenFromFile: async () =>
      globals.tokenFile === undefined ? undefined : input.readText(globals.tokenFile),
    lendTerminal: system.stdin.keyboard.lend,
    trace:
      globals.verbose || globals.debug
        ? { write: (text) => void system.stderr.write(text), bodies: globals.debug }
        : undefined,
  });
  const nested: Context['nested'] = {
    command: (argv, options) => runNested(argv, options, system, run),
    open: (profile, ask, business = globals.business) => {
      const commandLine = {
        args: {},
        flags: {},
        globals: { ...globals, profile, business },
        write: undefined,
      };
      return openNested(commandLine, system, { run, ask });
    },
  };
  return {
    context: {
      ...scope.calls,
      ...questions,
      files: { ...input, ...written.forCommand },
      ...{ secrets, settings, nested, notice, system },
      progress: createProgress(system, mayOverwrite(system, globals), isQuiet),
      globalFlags: globals,
      writeFlags: write,
    },
    secrets,
    notice,
    settings,
    appliedEffect: scope.appliedEffect,
    openFile: written.openFile,
    afterResult: () => {
      written.runExportHooks();
      for (const line of summaries) void system.stderr.write(line);
    },
    output: () => formatIn(settings),
    timeZone: () => settingsOrNone(settings)?.timeZone,
    columnsOf: (resource) => settingsOrNone(settings)?.columns[resource],
    journalHead: scope.journalHead,
    throwUnrecorded: scope.throwUnrecorded,
    close: async () => {
      await written.drop();
      await scope.close();
    },
  };
}

/** Opens a run whose signal listeners are released with it. */
function openNested(
  commandLine: ParsedCommandLine,
  parent: System,
  { run, ask }: { readonly run: RunLine; readonly ask: AskElsewhere },
): CommandRun {
  const scoped = withScopedSignals(parent);
  const nested = openRun(commandLine, scoped.system, {
    run,
    secrets: createSecrets(),
    askElsewhere: ask,
  });
  return { ...nested, close: () => nested.close().finally(scoped.release) };
}

function formatIn(settings: () => ResolvedSettings): Format | undefined {
  const configured = settingsOrNone(settings)?.format;
  return FORMATS.find((format) => format === configured);
}

/** Returns the settings, or `undefined` if they cannot be read. */
function settingsOrNone(settings: () => ResolvedSettings): ResolvedSettings | undefined {
  // A damaged configuration that the command itself did not need must not prevent the printing of its result.
  try {
    return settings();
  } catch {
    return undefined;
  }
}

/** Runs the whole program on a `System` and returns its exit code. */
type RunLine = (system: System) => Promise<number>;

/**
 * Runs another command line in this process, without a terminal and with its own environment, and returns its output.
 */
async function runNested(
  argv: readonly string[],
  options: NestedRunOptions,
  system: System,
  run: RunLine,
): Promise<NestedRunResult> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const scoped = withScopedSignals(system);
  const exitCode = await run({
    ...scoped.system,
    argv,
    env: options.env,
    home: options.env['HOME'],
    cwd: options.cwd ?? system.cwd,
    stdin: {
      isTTY: false,
      async *read() {
        if (options.stdin !== undefined) yield Buffer.from(options.stdin);
      },
      keyboard: system.stdin.keyboard,
    },
    stdout: collectInto(out, system.stdout.isTTY ? system.stdout.columns : undefined),
    stderr: collectInto(err, undefined),
  }).finally(scoped.release);
  return {
    exitCode,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  };
}

const collectInto = (chunks: Uint8Array[], columns: number | undefined): System['stdout'] => ({
  isTTY: columns !== undefined,
  columns,
  rows: undefined,
  isMidLine: () => false,
  write: async (chunk) => {
    chunks.push(Buffer.from(chunk));
  },
});
