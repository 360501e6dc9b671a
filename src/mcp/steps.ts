/** Next steps of results and errors: a tool with its arguments, such as `show_payable {"payable":"pay_1"}`. */

import { isRecord } from '../is-record.ts';
import type { Tool } from './tool.ts';

/** Returns a next step: the call of a tool. */
export const step = (tool: string, args: Readonly<Record<string, unknown>> = {}): string =>
  Object.keys(args).length === 0 ? tool : `${tool} ${JSON.stringify(args)}`;

/** A command for which there is a tool: the argument that its first word becomes, and arguments that it implies. */
interface Substitute {
  readonly command: string;
  readonly tool: string;
  readonly argument?: string;
  readonly implied?: Readonly<Record<string, unknown>>;
}

const substitutes: readonly Substitute[] = [
  { command: 'payable list', tool: 'find_payables' },
  { command: 'payable get', tool: 'show_payable', argument: 'payable' },
  { command: 'payable log', tool: 'show_payable', argument: 'payable' },
  {
    command: 'payable approve',
    tool: 'approve_or_decline',
    argument: 'payable',
    implied: { decision: 'approve' },
  },
  { command: 'run plan', tool: 'plan_payments' },
  { command: 'pay cancel', tool: 'cancel_payment', argument: 'payment' },
  { command: 'bank list', tool: 'show_accounts' },
  { command: 'business balance', tool: 'show_accounts' },
  { command: 'connection list', tool: 'find_partners' },
  { command: 'journal list', tool: 'list_requests' },
  { command: 'journal reconcile', tool: 'reconcile' },
  { command: 'explain', tool: 'explain_failure', argument: 'code' },
];

/**
 * Returns next steps for a client of these tools: a command becomes the tool that does the same, or the task of a person
 * if there is none. Steps with tools that are not offered are left out.
 */
export const toSteps = (lines: readonly string[], offered: readonly Tool[]): readonly string[] => [
  ...new Set(lines.flatMap((line) => stepOf(line, offered) ?? [])),
];

/** Returns a result with the commands in its `next`, and in that of its rows, as steps. */
export function withSteps(result: unknown, offered: readonly Tool[]): unknown {
  if (!isRecord(result)) return result;
  const { next, rows } = result;
  return {
    ...result,
    ...(Array.isArray(next) && { next: toSteps(next.map(String), offered) }),
    ...(Array.isArray(rows) && { rows: rows.map((row) => withStep(row, offered)) }),
  };
}

function withStep(row: unknown, offered: readonly Tool[]): unknown {
  if (!isRecord(row) || typeof row['next'] !== 'string') return row;
  return { ...row, next: stepOf(row['next'], offered) ?? null };
}

function stepOf(line: string, offered: readonly Tool[]): string | undefined {
  const isKnownTool = /^[a-z]+(?:_[a-z]+)*(?: \{|$)/.test(line);
  if (isKnownTool) {
    const [name] = line.split(' ', 1);
    return offered.some((tool) => tool.name === name) ? line : undefined;
  }
  const [, typed] = /^(?:[a-z ]+: )?remit (?!-)(.*)$/.exec(line) ?? [];
  if (typed === undefined) return line;
  const found = substitutes.find(({ command }) => `${typed} `.startsWith(`${command} `));
  const tool = offered.find(({ name }) => name === found?.tool);
  const args = found && tool && argumentsIn(typed.slice(found.command.length), found, tool);
  return tool && args ? step(tool.name, args) : `a person in a terminal: remit ${typed}`;
}

/** Reads the words of a command as the arguments of a tool; `undefined` if one that is required is missing. */
function argumentsIn(
  typed: string,
  { argument, implied }: Substitute,
  { inputSchema: { properties, required } }: Tool,
): Readonly<Record<string, unknown>> | undefined {
  const args: Record<string, unknown> = { ...implied };
  const words = typed.trim().split(' ').filter(Boolean);
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith('--')) {
      if (argument !== undefined) args[argument] ??= word;
      continue;
    }
    const name = word.slice(2).replace(/-[a-z]/g, (it) => it.slice(1).toUpperCase());
    const value = words[0]?.startsWith('--') ? undefined : words.shift();
    const schema = properties[name] as { readonly type?: string } | undefined;
    if (schema !== undefined) args[name] = argumentOf(schema.type, value);
  }
  return required.every((name) => name in args) ? args : undefined;
}

const argumentOf = (type: string | undefined, word: string | undefined): unknown =>
  type === 'boolean' || word === undefined ? true : type === 'array' ? word.split(',') : word;
