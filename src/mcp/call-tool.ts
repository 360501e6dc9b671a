import { typeAmountAboveCents } from '../cli/confirmation-amount.ts';
import type { AskElsewhere, Context, NestedRun } from '../cli/context.ts';
import { toAppliedError } from '../errors/after-write.ts';
import { type ErrorReport, toErrorReport } from '../errors/error-report.ts';
import { isRecord } from '../is-record.ts';
import { GuardError, UsageError } from '../money/errors.ts';
import type { Stake } from '../money/port.ts';
import { jsonText } from '../render/json.ts';
import type { Secrets } from '../runtime/secrets.ts';
import { assertWanted, centsToType, type PersonQuestion } from './ask-person.ts';
import type { Confirmations } from './confirmations.ts';
import type { Arguments } from './read-arguments.ts';
import { step, toSteps } from './steps.ts';
import type { Tool } from './tool.ts';
import type { Pause, Turns } from './turns.ts';

/** The state that all calls of one server share. */
export interface ToolServerContext {
  readonly tools: readonly Tool[];
  /** The tools that may be called. */
  readonly offered: readonly Tool[];
  readonly confirmations: Confirmations;
  /** Opens a separate run for each call, which reads settings, policy, token and journal again. */
  readonly open: (ask: AskElsewhere, business: string | undefined) => NestedRun;
  /** Whether the client can ask its user. */
  readonly canAsk: () => boolean;
  /** Asks the user of the client. Throws unless they confirm. */
  readonly ask: (question: PersonQuestion, signal: AbortSignal) => Promise<void>;
  /** The turns of calls: of two that pay the same payable, the second finds the first in the journal. */
  readonly calls: Turns;
  /** The turns of calls that ask: a person is asked one question at a time, each about what is so by then. */
  readonly questions: Turns;
}

/** One call: the tool, its arguments, and the signal that nobody waits for the result any more. */
export interface ToolCall {
  readonly name: string;
  readonly args: Arguments;
  readonly signal: AbortSignal;
}

export interface CallConsent {
  /** Whether a person can be asked; otherwise the call is confirmed by the token of its preview. */
  readonly canAsk: boolean;
  /** Records that the token of the preview was given back. */
  readonly acceptToken: () => void;
}

/** Calls one tool when it is its turn. Never throws: an error is returned as a result. */
export async function callTool(server: ToolServerContext, call: ToolCall): Promise<ToolResult> {
  const inTurn = () => server.calls.take((pause) => callNow(server, call, pause));
  const tool = server.offered.find(({ name }) => name === call.name);
  return tool?.isConfirmed && server.canAsk() ? server.questions.take(inTurn) : inTurn();
}

async function callNow(
  server: ToolServerContext,
  { name, args, signal }: ToolCall,
  pause: Pause,
): Promise<ToolResult> {
  const canAsk = server.canAsk();
  const { offered } = server;
  let hasToken = false;
  const ask: AskElsewhere = async (lines, sentence, stake) => {
    if (!canAsk) {
      if (!hasToken) throw new GuardError('not_confirmed', 'Not confirmed. Nothing was sent.');
      return 'token';
    }
    const question = questionOf(run.context, [sentence, ...lines].map(String), stake);
    await pause(() => server.ask(question, signal));
    assertWanted(signal);
    return 'elicitation';
  };
  const run = server.open(ask, businessIn(server, name, args));
  run.secrets.addFrom(args);
  const consent: CallConsent = {
    canAsk,
    acceptToken: () => {
      hasToken = true;
    },
  };
  try {
    const tool = toolNamed(server, name);
    if (tool.isConfirmed) assertWanted(signal);
    const { context } = run;
    const { confirmations } = server;
    const answer = await tool.call(args, { context, confirmations, consent, offered });
    return recorded(answer, run, offered);
  } catch (error) {
    return errorOf(toAppliedError(error, run.appliedEffect()), run.secrets, { offered });
  } finally {
    await run.close();
  }
}

/**
 * Returns the question of a confirmation; secrets are masked.
 *
 * @throws {GuardError} for an unknown amount.
 */
function questionOf(
  { secrets, settings }: Context,
  lines: readonly string[],
  stake: Stake | undefined,
): PersonQuestion {
  if (stake?.cents === null) {
    throw new GuardError('amount_unknown', 'The amount is unknown. Nothing was sent.');
  }
  return {
    lines: lines.map(secrets.mask),
    typedCents: stake && centsToType(stake, typeAmountAboveCents(settings())),
  };
}

/**
 * Returns the result of a call that was applied, even if the journal could not record it; the intent is unresolved
 * there then.
 */
function recorded(
  answer: unknown,
  { throwUnrecorded, secrets }: NestedRun,
  offered: readonly Tool[],
): ToolResult {
  try {
    throwUnrecorded();
    return resultOf(answer, secrets);
  } catch (error) {
    return errorOf(error, secrets, { offered, done: { result: answer } });
  }
}

function businessIn(
  { offered }: ToolServerContext,
  name: string,
  { business }: Arguments,
): string | undefined {
  const tool = offered.find((it) => it.name === name);
  return tool?.takesBusiness && typeof business === 'string' ? business : undefined;
}

function toolNamed({ tools, offered }: ToolServerContext, name: string): Tool {
  const found = offered.find((tool) => tool.name === name);
  if (found) return found;
  if (!tools.some((tool) => tool.name === name)) throw new UsageError(`Unknown tool '${name}'.`);
  throw new GuardError(
    'read_only',
    `${name} is a write operation, and this server was started for reading only.`,
  );
}

/** The result of a call: the record as data and as text. */
interface ToolResult {
  readonly [name: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** Returns the result of a call; a list is put under `items`. */
const resultOf = (value: unknown, { mask }: Secrets): ToolResult =>
  toResult(isRecord(value) ? value : Array.isArray(value) ? { items: value } : { value }, mask);

/**
 * Returns an error as every command reports it, and the result of a call that was applied anyway. Its next steps are
 * tools that are offered, or commands that change no safeguard: a refusal does not tell the caller how to get around it.
 */
function errorOf(
  error: unknown,
  { mask }: Secrets,
  { offered, done }: { readonly offered: readonly Tool[]; readonly done?: { result: unknown } },
): ToolResult {
  const failure = toErrorReport(error);
  const next = hints[failure.code]?.(failure) ?? failure.next.filter((hint) => !loosens.test(hint));
  const report = { ...failure, next: toSteps(next, offered) };
  return { ...toResult({ error: report, ...done }, mask), isError: true };
}

/** Matches hints that repeat, confirm or allow what was refused, or that resolve an unknown outcome by hand. */
const loosens =
  /--(?:again|allow|applied|expect|force|max-total|not-applied|reauthorized|yes)|\b(?:config|dialect|policy|profile) (?:set|unset|use)\b|in the dialect/;

/** The next steps that are another tool instead of a command, by error code. */
const hints: Readonly<Record<string, (failure: ErrorReport) => readonly string[]>> = {
  outcome_unknown: reconcileSteps,
  in_doubt: reconcileSteps,
  not_recorded: reconcileSteps,
  duplicate: () => [step('list_requests')],
  not_found: () => [step('find_payables'), step('find_partners'), step('show_accounts')],
};

function reconcileSteps({ intentId }: ErrorReport): readonly string[] {
  return [step('reconcile', { requests: [intentId] })];
}

function toResult(record: Readonly<Record<string, unknown>>, mask: Secrets['mask']): ToolResult {
  const structuredContent = maskedIn(record, mask);
  return {
    content: [{ type: 'text', text: jsonText(structuredContent, { compact: true }) }],
    structuredContent,
  };
}

/** Names of fields that no result shows, even if the service sends them. */
const hidden = new Set(['ssn', 'accountNumber', 'password']);

function maskedIn(
  record: Readonly<Record<string, unknown>>,
  mask: Secrets['mask'],
): Readonly<Record<string, unknown>> {
  const masked = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    if (Array.isArray(value)) return value.map(masked);
    return isRecord(value) ? maskedIn(value, mask) : value;
  };
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      hidden.has(name) && typeof value === 'string' ? '***' : masked(value),
    ]),
  );
}
