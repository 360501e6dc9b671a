import { type ErrorReport, toErrorReport } from '../errors/error-report.ts';
import { isRecord } from '../is-record.ts';
import { jsonText } from '../render/json.ts';
import type { Secrets } from '../runtime/secrets.ts';
import { step, toSteps } from './steps.ts';
import type { Tool } from './tool.ts';

/** The result of a call: the record as data and as text. */
export interface ToolResult {
  readonly [name: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/** Returns the result of a call; a list is put under `items`. */
export const resultOf = (value: unknown, { mask }: Secrets): ToolResult =>
  toResult(isRecord(value) ? value : Array.isArray(value) ? { items: value } : { value }, mask);

/**
 * Returns an error as every command reports it, and the result of a call that was applied anyway. Its next steps are
 * tools that are offered, or commands that change no safeguard: a refusal does not tell the caller how to get around it.
 */
export function errorOf(
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
