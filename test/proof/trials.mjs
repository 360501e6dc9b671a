/** The trials of the page of proof: what each runs, and where its figures come from. */

/**
 * A trial that is run anew. `env` has the number of runs; `line` matches what it prints, JSON in its first group.
 */
export const trials = {
  faults: {
    title: 'Faults of the wire',
    what: 'one payment, withdrawal, batch, cancellation or invoice under a series of random faults, in four kinds of service; the program is run up to four times and reconciles',
    project: 'e2e',
    file: 'test/faults/fault-injection.test.ts',
    env: (runs) => ({ REMIT_FAULT_RUNS: runs }),
    usual: 1000,
    command: (runs) => `npm run faults -- --runs ${runs}`,
    line: /^faults, this program: (.*)$/m,
    result: ({ runs, twice, silentlyMissing, doubts, unlisted, settled, settledWrongly }) =>
      `${runs} runs: ${twice} paid twice, ${silentlyMissing} silently not paid; ${doubts} unknown outcomes, ${unlisted} of them not listed; ${settled} resolved by the records, ${settledWrongly} wrongly`,
    control: /^faults, a naive client: (.*)$/m,
  },
  pauses: {
    title: 'Pauses',
    what: 'a program is stopped at a random step of a payment, others try the same meanwhile, clocks are changed, and it goes on',
    project: 'e2e',
    file: 'test/faults/pauses.test.ts',
    env: (runs) => ({ REMIT_PAUSE_RUNS: runs }),
    usual: 500,
    command: (runs) => `npm run faults -- --pauses --runs ${runs}`,
    line: /^pauses: (.*)$/m,
    result: ({ runs, twice, silentlyMissing, judged }) =>
      `${runs} runs: ${twice} paid twice, ${silentlyMissing} silently not paid, ${judged} judged while they lived`,
  },
  kills: {
    title: 'Kills',
    what: 'a program that pays is killed at a random moment, its outcome is resolved, and it is run again',
    project: 'safety',
    file: 'test/safety/killed.test.ts',
    env: (runs) => ({ REMIT_KILLS: runs }),
    usual: 200,
    command: (runs) => `REMIT_KILLS=${runs} npm run test:safety -- test/safety/killed.test.ts`,
    line: /^safety, programs killed: (.*)$/m,
    result: ({ kills, sent, doubts, duplicates, missing }) =>
      `${kills} kills, ${sent} after the request was sent, ${doubts} unknown outcomes: ${duplicates} paid twice, ${missing} not paid`,
  },
  identity: {
    title: 'Identity',
    what: 'one id, number, payee, order or default changes in an answer or between two steps: what changes is what the person named, or nothing',
    project: 'thorough',
    file: 'test/identity/property.test.ts',
    env: (runs) => ({ REMIT_IDENTITY_CASES: runs }),
    usual: 2000,
    command: (runs) => `REMIT_IDENTITY_CASES=${runs} npm run test:thorough -- test/identity`,
    line: /^identity: (.*)$/m,
    result: ({ cases, delivered, changed, violations }) =>
      `${cases} cases, of ${delivered} the program saw the change, in ${changed} it paid or wrote: ${violations} violations`,
  },
};

/** The file of the figures, as they were measured last. */
export const FIGURES = 'test/proof/figures.json';
