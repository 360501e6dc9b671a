/** One run of one command, with everything that is opened for it. */

import { typeAmountAboveCents } from '../cli/confirmation-amount.ts';
import type { AskElsewhere, Context } from '../cli/context.ts';
import { FORMATS, type Format } from '../cli/flags/global-flags.ts';
import { mayOverwrite, wantsJson } from '../cli/output-format.ts';
import { withScopedSignals } from '../cli/scoped-signals.ts';
import type { System } from '../cli/system.ts';
import { foldersOf } from '../config/folders.ts';
import { settingsOf } from '../config/load-settings.ts';
import type { ResolvedSettings } from '../config/resolve-settings.ts';
import type { Effect } from '../contract/operation.ts';
import type { Journal } from '../journal/journal.ts';
import { memoize } from '../memoize.ts';
import type { Confirm } from '../payments/payments.ts';
import { readData } from '../payments/sending/request-body.ts';
import type { CallContext } from '../payments/sending/send-context.ts';
import { sanitize } from '../render/sanitize.ts';
import { wrapLines } from '../render/wrap-text.ts';
import { checkVerification } from '../service/create-transport.ts';
import { withPendingIntents } from '../service/pending-intents.ts';
import { createSecrets, type Secrets, withRedactedStderr } from '../service/secrets.ts';
import { createService, type Service } from '../service/service-calls.ts';
import { connectService } from '../service/service-client.ts';
import { createContext } from './context.ts';
import { createInputFiles } from './input-files.ts';
import type { ParsedCommandLine } from './line/parse.ts';
import type { OutFile } from './output/out-file.ts';
import { createRunFiles } from './output/run-files.ts';
import { type RunLine, runNested } from './run-nested.ts';
import { createProgress } from './terminal/progress.ts';
import { createQuestions } from './terminal/questions.ts';
import type { TypedForm } from './terminal/typed-form.ts';

/** One run of one command: its context, and the state around it. */
export interface CommandRun {
  readonly context: Context;
  readonly secrets: Secrets;
  readonly notice: Context['notice'];
  readonly settings: Context['settings'];
  readonly output: () => Format | undefined;
  readonly timeZone: () => string | undefined;
  /** Returns the columns that the settings name for the list of a resource. */
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
  const unrecorded: unknown[] = [];
  const written = createRunFiles(system, globals);
  const effects = new Set<Effect>();
  const isQuiet = memoize(() => globals.quiet || wantsJson(system.argv, formatIn(settings)));
  const summaries: string[] = [];
  const notice: CommandRun['notice'] = (text, { isSummary = false, isLast = false } = {}) => {
    const { isTTY, columns } = system.stderr;
    const line = `${wrapLines(sanitize(text), isTTY ? columns : undefined)}\n`;
    if (isSummary ? globals.quiet : isQuiet()) return;
    if (isSummary || isLast) summaries.push(line);
    else void system.stderr.write(line);
  };
  const journal = journalOf(system, settings, notice);
  const connection = memoize(() =>
    connectService({
      ...{ system, globals, secrets, notice },
      settings: settings(),
      tokenText: input.readText,
    }),
  );
  const questions = createQuestions({
    system,
    globals,
    write,
    secrets,
    typeAmountAbove: () => typeAmountAboveCents(settings()),
    askElsewhere,
    form,
  });
  // Read again for each write: it may change while a long run goes on.
  const policy = async () =>
    (await import('../config/effective-policy.ts')).loadPolicy(system, settings());
  const service = memoize(async (): Promise<Service> => {
    const data = await readData(write?.data, input.readText);
    const calls = {
      ...{ write, secrets, journal: journal.open, unrecorded, data },
      headers: globals.header,
      connection: await connection(),
      onApplied: (effect: Effect) => void effects.add(effect),
      consent: questions.consent,
      assertConfirmed: questions.assertConfirmed,
    };
    return serviceFor(settings(), { ...calls, policy }, questions.confirm);
  });
  const nested: Context['nested'] = {
    command: (argv, options) => runNested(argv, options, system, run),
    open: (profile, ask) => {
      const commandLine = {
        args: {},
        flags: {},
        globals: { ...globals, profile },
        write: undefined,
      };
      return openNested(commandLine, system, { run, ask });
    },
  };
  return {
    context: createContext({
      ...questions,
      files: { ...input, ...written.forCommand },
      ...{ service, connection, secrets, settings, nested, notice, system },
      journal: journal.open,
      progress: createProgress(system, mayOverwrite(system, globals), isQuiet),
      globalFlags: globals,
      writeFlags: write,
    }),
    secrets,
    notice,
    settings,
    appliedEffect: () => bySeverity.find((effect) => effects.has(effect)),
    openFile: written.openFile,
    afterResult: () => {
      written.runExportHooks();
      for (const line of summaries) void system.stderr.write(line);
    },
    output: () => formatIn(settings),
    timeZone: () => settingsOrNone(settings)?.timeZone,
    columnsOf: (resource) => settingsOrNone(settings)?.columns[resource],
    journalHead: journal.head,
    throwUnrecorded: () => {
      if (unrecorded.length > 0) throw unrecorded[0];
    },
    close: async () => {
      await written.drop();
      await journal.close();
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

const serviceFor = (
  resolved: ResolvedSettings,
  {
    unrecorded,
    ...callContext
  }: Omit<
    CallContext,
    'profile' | 'environment' | 'business' | 'gatewayHeaders' | 'onUnrecorded'
  > & {
    readonly unrecorded: unknown[];
  },
  confirm: Confirm,
): Service =>
  createService(
    {
      ...callContext,
      profile: resolved.profile,
      environment: resolved.environment,
      gatewayHeaders: resolved.gatewayHeaders,
      business: () => resolved.business,
      onUnrecorded: (error) => void unrecorded.push(error),
    },
    confirm,
  );

/** The effects that change something, from the most to the least harmful if repeated. */
const bySeverity: readonly Effect[] = ['money', 'create', 'move', 'set'];

function journalOf(system: System, settings: () => ResolvedSettings, notice: Context['notice']) {
  let journal: Promise<Journal> | undefined;
  return {
    open: () => {
      journal ??= open(system, settings, notice);
      return journal;
    },
    head: async () => {
      if (!journal) return null;
      const { headText } = await import('../journal/chain/entry.ts');
      return headText(await (await journal).head());
    },
    close: async () => {
      await journal?.then((nested) => nested.close()).catch(() => {});
    },
  };
}

/** Opens the journal. Its library is loaded only when it is needed. */
async function open(
  system: System,
  settings: () => ResolvedSettings,
  notice: Context['notice'],
): Promise<Journal> {
  const [{ openJournal }, { withBinding }, { loadPolicy }, places] = await Promise.all([
    import('../journal/journal.ts'),
    import('../service/journal-binding.ts'),
    import('../config/effective-policy.ts'),
    import('../config/journal-place.ts'),
  ]);
  const folders = foldersOf(system);
  const { machine } = await loadPolicy(system, settings());
  const place = places.journalPlace(machine, settings(), folders);
  if (places.isDatabase(place)) checkVerification(system.env);
  const markers = places.markersPlace(place, folders);
  const recorded = await openJournal(place, system, undefined, markers);
  const difference = recorded.clockDifference();
  if (difference) notice(difference.message);
  const opened = withPendingIntents(recorded, system);
  const journal = places.isDatabase(place) ? opened : await inRequiredPlace(opened, place, system);
  // A policy that names the id leaves nothing for the user's own record to decide.
  if (machine?.journal.id === undefined) return withBinding(journal, folders);
  try {
    places.assertJournalOf(machine, journal.id);
    return journal;
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/** Returns a journal that a container would not forget, where that is required. */
async function inRequiredPlace(journal: Journal, folder: string, { env }: System) {
  if (['', '0', undefined].includes(env['REMIT_REQUIRE_MOUNTED_STATE'])) return journal;
  return (await import('../service/mounted-journal.ts')).withMountedFolder(journal, folder);
}

function formatIn(settings: () => ResolvedSettings): Format | undefined {
  const output = settingsOrNone(settings)?.output;
  return FORMATS.find((format) => format === output);
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
