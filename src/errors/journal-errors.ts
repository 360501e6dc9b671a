/** Conversions of errors about the journal itself. */

import {
  ClockDifferenceError,
  CommitLostError,
  JournalUnavailableError,
  JournalWriteError,
  VerdictContradictedError,
  VerdictOutdatedError,
} from '../money/journal/errors.ts';
import { type Read, when, whenNotSent } from './convert-error.ts';

/** The conversions by class. The first match is used, so a subclass precedes its base class. */
export const journalErrorMappings: readonly Read[] = [
  whenNotSent(CommitLostError, ({ intentId, next }) => ({
    exit: 'configuration',
    code: 'journal_unusable',
    intentId,
    next,
  })),
  whenNotSent(JournalUnavailableError, ({ next }) => ({
    exit: 'configuration',
    code: 'journal_unusable',
    next,
  })),
  whenNotSent(ClockDifferenceError, () => ({
    exit: 'configuration',
    code: 'clock_differs',
    next: [
      'set the clock of this machine (NTP), then run it again',
      'or run it on another machine',
    ],
  })),
  when(JournalWriteError, ({ intentId, outcome }) => ({
    exit: 'unwritten',
    code: 'not_recorded',
    intentId,
    outcome,
  })),
  when(VerdictContradictedError, ({ intentId }) => ({
    exit: 'unwritten',
    code: 'verdict_contradicted',
    intentId,
    outcome: 'applied',
    next: [
      'do not run it again: check with the service whether it was made twice',
      'remit journal list --unresolved',
    ],
  })),
  whenNotSent(VerdictOutdatedError, ({ intentId }) => ({
    exit: 'stopped',
    code: 'verdict_outdated',
    next: [`remit journal show ${intentId}`],
  })),
];
