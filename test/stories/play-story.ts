/** The runner of stories. */

import { describe, expect, test } from 'vitest';
import { matchOperation } from '../../src/api/http/match-path.ts';
import type { Method } from '../../src/api/operations/operation.ts';
import type { operations } from '../../src/api/operations/operations.ts';
import type { FixedOptions } from '../../src/sandbox/context/settings.ts';
import { isChosen } from '../helpers/chosen-cases.ts';
import { served as serves } from '../postgres/two-servers.ts';
import type { Answered, Person, SandboxWishes, TestSandbox } from '../sandbox/open-sandbox.ts';

/** The two options of the specification that decide whether a repeated request can pay twice. */
export type Mode = Pick<FixedOptions, 'idempotency' | 'initiateLeavesApproved'>;

/** The first is that of `npm test`. */
const modes: readonly Mode[] = (
  [
    { idempotency: 'on', initiateLeavesApproved: 'immediately' },
    { idempotency: 'off', initiateLeavesApproved: 'at-settlement' },
    { idempotency: 'on', initiateLeavesApproved: 'at-settlement' },
    { idempotency: 'off', initiateLeavesApproved: 'immediately' },
  ] as const
).filter((_, index) => isChosen(index < 1));

type Table = typeof operations;
/** Operations by resource: `{ payable: ['list', 'get'] }`. */
type Covered = { readonly [Resource in keyof Table]?: readonly (keyof Table[Resource])[] };

interface Telling<Stage> {
  /** The operations that the story covers: each must succeed in it after the stage is set. */
  readonly covers: Covered;
  readonly opens: (wishes: SandboxWishes) => Promise<Stage>;
  /** The clock; Monday 2026-03-02 10:00 ET by default. */
  readonly now?: string;
}

/**
 * Plays a story in each mode over a real socket; with PostgreSQL, two servers answer in turn. The sandbox of the
 * test checks the ledger after each request.
 */
export function story<Stage extends Pick<TestSandbox, 'close'>>(
  title: string,
  { covers, opens, ...wishes }: Telling<Stage>,
  play: (stage: Stage, mode: Mode) => Promise<void>,
): void {
  describe(title, () => {
    const names = 'with idempotency $idempotency, APPROVED left $initiateLeavesApproved';
    test.for(modes)(names, async (mode) => {
      const succeeded = new Set<string | undefined>();
      const onAnswered = (method: string, path: string, status: number) => {
        if (status < 300) succeeded.add(matchOperation(method as Method, path)?.operation.id);
      };
      const stage = await opens({ ...wishes, listens: true, serves, options: mode, onAnswered });
      succeeded.clear();
      try {
        await play(stage, mode);
        expect(idsOf(covers).filter((id) => !succeeded.has(id))).toEqual([]);
      } finally {
        await stage.close();
      }
    });
  });
}

const idsOf = (covers: Covered): string[] =>
  Object.entries(covers).flatMap(([resource, names]) => names.map((it) => `${resource}.${it}`));

/** Returns the status of a payable with an unscheduled payment in flight. */
export const underWay = ({ initiateLeavesApproved }: Mode) =>
  initiateLeavesApproved === 'immediately' ? 'SCHEDULED' : 'APPROVED';

/** Sends a request twice with one `Idempotency-Key`. Resolves to both responses. */
export async function sentTwice(
  { send }: Pick<TestSandbox, 'send'>,
  { token }: Partial<Pick<Person, 'token'>>,
  path: string,
  body: unknown,
): Promise<readonly [Answered, Answered]> {
  const sending = { token, body, headers: { 'Idempotency-Key': 'the-same' } };
  return [await send('POST', path, sending), await send('POST', path, sending)];
}

/** Returns the status and code of a rejection: `409 payment_in_progress`. */
export const refusalOf = ({ status, body }: Answered) => `${status} ${body.code}`;
