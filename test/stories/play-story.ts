import { describe, expect, test } from 'vitest';
import { matchOperation } from '../../src/contract/http/match-path.ts';
import type { Method } from '../../src/contract/operation.ts';
import type { operations } from '../../src/contract/operations.ts';
import type { FixedOptions } from '../../src/sandbox/context/settings.ts';
import { served as serves } from '../postgres/two-servers.ts';
import type { Answered, Person, SandboxWishes, TestSandbox } from '../sandbox/open-sandbox.ts';

/** The two readings of the specification that decide whether a request sent again can pay again. */
export type Mode = Pick<FixedOptions, 'idempotency' | 'initiateLeavesApproved'>;

const modes = (['on', 'off'] as const).flatMap((idempotency): Mode[] => [
  { idempotency, initiateLeavesApproved: 'immediately' },
  { idempotency, initiateLeavesApproved: 'at-settlement' },
]);

type Table = typeof operations;
/** Operations by resource: `{ payable: ['list', 'get'] }`. */
type Covered = { readonly [Resource in keyof Table]?: readonly (keyof Table[Resource])[] };

interface Telling<Stage> {
  /** The operations that the story shows: each must really succeed in it, after the stage is set. */
  readonly covers: Covered;
  readonly opens: (wishes: SandboxWishes) => Promise<Stage>;
  /** Where the clock stands; Monday 2026-03-02 10:00 in New York when absent. */
  readonly now?: string;
}

/** Plays a story in all four modes over a real socket, and on PostgreSQL with two servers that answer in turns. The ledger is checked after each request, by the sandbox of the test. */
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

/** What a payable is while it is being paid without a date. */
export const underWay = ({ initiateLeavesApproved }: Mode) =>
  initiateLeavesApproved === 'immediately' ? 'SCHEDULED' : 'APPROVED';

/** The first answer and the one to the same request sent again with the same `Idempotency-Key`. */
export async function sentTwice(
  { send }: Pick<TestSandbox, 'send'>,
  { token }: Partial<Pick<Person, 'token'>>,
  path: string,
  body: unknown,
): Promise<readonly [Answered, Answered]> {
  const sending = { token, body, headers: { 'Idempotency-Key': 'the-same' } };
  return [await send('POST', path, sending), await send('POST', path, sending)];
}

/** `409 payment_in_progress` */
export const refusalOf = ({ status, body }: Answered) => `${status} ${body.code}`;
