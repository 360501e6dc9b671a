/** Compares the real program with the model: under faults, its journal records only what the model can do. */

import { join } from 'node:path';
import { kill, pid } from 'node:process';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../src/money/journal/journal.ts';
import { type Client, modes, play } from '../faults/fault-injection.ts';
import type { Setting } from './model.ts';
import { accepts, readLabels, type Trace } from './trace.ts';

const TRACES = Number(process.env['REMIT_TRACES'] ?? 60);
const SEED = Number(process.env['REMIT_FAULT_SEED'] ?? 1);

const settingFor = (operation: Setting['operation'], honorsKeys: boolean): Setting => ({
  operation,
  place: 'one machine',
  honorsKeys,
  appliesLate: false,
  stallsAtFirstByte: false,
  showsPayments: true,
  hasOtherClient: false,
  hasWholeSeconds: true,
  shapes: [],
  crashes: 0,
});

const isAccepted = (setting: Setting, trace: Trace): boolean =>
  [true, false].some((showsPayments) => accepts({ ...setting, showsPayments }, trace));

/** The tasks that pay, by the operation of the model. */
const operations: Readonly<Record<string, Setting['operation']>> = {
  initiate: 'payable',
  scheduled: 'payable',
  bulk: 'payable',
  quick: 'quick',
};

describe('what the journal records under faults', () => {
  it.each(modes)(
    'is what the model can do: $idempotency, $initiateLeavesApproved',
    {
      timeout: 60_000 + TRACES * 3_000,
    },
    async (mode) => {
      let last = 0;
      const seen: string[] = [];
      const rejected: string[] = [];
      const observe: Client = async ({ stage, kind, task }) => {
        const folder = join(stage.env['REMIT_HOME'] ?? '', 'state');
        const journal = await openJournal(folder, { pid, isAlive: (id) => kill(id, 0) });
        const read = await readLabels(journal, last);
        await journal.close();
        last = read.last;
        const operation = operations[kind];
        if (!operation) return;
        const trace = { labels: read.labels, payments: await task.done() };
        seen.push(kind);
        if (!isAccepted(settingFor(operation, mode.idempotency === 'on'), trace))
          rejected.push(`${kind}: ${trace.labels.join('; ')}; ${trace.payments} payments`);
      };
      // Four of seven tasks pay.
      await play(mode, { runs: Math.ceil((TRACES / modes.length) * (7 / 4)), seed: SEED, observe });
      expect(rejected).toEqual([]);
      expect(seen.length).toBeGreaterThan(TRACES / modes.length / 2);
      process.stdout.write(`traces accepted by the model: ${seen.length}\n`);
    },
  );
});

describe('the model does not accept', () => {
  const wrong: readonly (readonly [string, Trace])[] = [
    [
      'a repeat while the outcome is unknown',
      { labels: ['INTENT 0', 'OUTCOME 0 unknown', 'INTENT 1'], payments: 0 },
    ],
    [
      'a repeat of an applied payment',
      { labels: ['INTENT 0', 'OUTCOME 0 applied', 'INTENT 1'], payments: 1 },
    ],
    ['an outcome without a payment', { labels: ['INTENT 0', 'OUTCOME 0 applied'], payments: 0 }],
    ['a payment of which nothing was recorded', { labels: [], payments: 1 }],
    [
      'a verdict of a payment that was not made',
      { labels: ['INTENT 0', 'OUTCOME 0 unknown', 'VERDICT 0 applied'], payments: 0 },
    ],
    [
      'a verdict against a payment that was made',
      { labels: ['INTENT 0', 'OUTCOME 0 unknown', 'VERDICT 0 not-applied'], payments: 1 },
    ],
    ['two payments', { labels: ['INTENT 0', 'OUTCOME 0 applied'], payments: 2 }],
  ];
  it.each(wrong)('%s', (_, trace) => {
    expect(isAccepted(settingFor('payable', false), trace)).toBe(false);
  });

  it.each([
    [
      'a retry after a failure',
      ['INTENT 0', 'OUTCOME 0 not applied', 'INTENT 1', 'OUTCOME 1 applied'],
      1,
    ],
    [
      'a verdict that allows a retry',
      ['INTENT 0', 'OUTCOME 0 unknown', 'VERDICT 0 not-applied', 'INTENT 1', 'OUTCOME 1 applied'],
      1,
    ],
  ] as const)('but it accepts %s', (_, labels, payments) => {
    expect(isAccepted(settingFor('payable', false), { labels, payments })).toBe(true);
  });
});
