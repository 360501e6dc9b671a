import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type ElicitRequestFormParams,
  type ElicitResult,
  ErrorCode,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { isAmountTyped } from '../cli/confirmation-amount.ts';
import { GuardError } from '../money/errors.ts';
import type { Stake } from '../money/port.ts';
import { usd } from '../render/money.ts';
import { sanitize } from '../render/sanitize.ts';

/** The time in ms that a person has for an answer. */
const ANSWER_MS = 5 * 60_000;

/** A question: the lines that it shows, and the cents to be typed as an answer; `undefined` if accepting is enough. */
export interface PersonQuestion {
  readonly lines: readonly string[];
  readonly typedCents: number | undefined;
}

export const canAskPerson = (server: Server): boolean =>
  server.getClientCapabilities()?.elicitation?.form !== undefined;

/**
 * Asks the person by elicitation, and returns when they confirmed.
 *
 * @throws {GuardError} (14) for every other answer, for another amount, for none within five minutes, and if the call
 *   is cancelled or the client is gone.
 */
export async function askPerson(
  server: Server,
  { lines, typedCents }: PersonQuestion,
  signal: AbortSignal,
): Promise<void> {
  assertWanted(signal);
  const answer = await server
    .elicitInput(formOf(lines, typedCents), { timeout: ANSWER_MS, signal })
    .catch((error) => {
      throw unanswered(error, signal);
    });
  assertWanted(signal);
  if (answer.action === 'decline') throw refused('declined', 'The person declined.');
  if (answer.action !== 'accept') throw refused('not_answered', 'The person gave no answer.');
  if (typedCents === undefined || isAmountTyped(amountIn(answer), typedCents)) return;
  throw refused('declined', 'The person typed another amount.');
}

/** Throws if nobody waits for the result of the call any more. */
export function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw refused('cancelled', 'The call was cancelled before it was confirmed.');
}

const formOf = (
  lines: readonly string[],
  typedCents: number | undefined,
): ElicitRequestFormParams => ({
  mode: 'form',
  message: lines.map(sanitize).join('\n'),
  requestedSchema: {
    type: 'object',
    properties:
      typedCents === undefined
        ? {}
        : { amount: { type: 'string', title: 'Amount', description: TYPE_AMOUNT } },
    ...(typedCents !== undefined && { required: ['amount'] }),
  },
});

const TYPE_AMOUNT = 'Type the amount in dollars to confirm';

const amountIn = ({ content }: ElicitResult): string => String(content?.['amount'] ?? '');

function unanswered(error: unknown, signal: AbortSignal): unknown {
  assertWanted(signal);
  const code = error instanceof McpError ? error.code : undefined;
  if (code === ErrorCode.RequestTimeout) {
    return refused('not_answered', 'The person gave no answer within five minutes.');
  }
  if (code === ErrorCode.InvalidParams) {
    return refused('declined', 'The answer does not fit the question.');
  }
  if (code === ErrorCode.ConnectionClosed) return refused('cancelled', 'The client is gone.');
  return refused('not_asked', 'The MCP client could not ask the person.');
}

const refused = (code: string, reason: string) =>
  new GuardError(code, `${reason} Nothing was sent.`);

/** Returns the cents that a person has to type; `undefined` if accepting is enough. */
export const centsToType = (
  { cents, isRun = false }: Stake,
  typeAmountAbove: number,
): number | undefined => (cents !== null && (isRun || cents > typeAmountAbove) ? cents : undefined);

/** Creates the refusal of a call above the amount that only a person confirms, for a client that cannot ask one. */
export const createPersonRequired = (
  cents: number,
  typeAmountAbove: number,
  command: string | undefined,
): GuardError =>
  new GuardError(
    'person_required',
    `${usd(cents)} is above ${usd(typeAmountAbove)}: a person must confirm it, and this MCP client cannot ask one. Nothing was sent.`,
    command === undefined ? [] : [`a person in a terminal: ${command}`],
  );
