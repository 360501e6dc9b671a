/** Conversions of errors about the journal itself. */

import {
  ClockDifferenceError,
  CommitLostError,
  JournalUnavailableError,
  JournalWriteError,
  VerdictContradictedError,
  VerdictOutdatedError,
} from '../journal/errors.ts';
import { type Read, when } from './convert-error.ts';

/** The conversions by class. The first match is used, so a subclass precedes its base class. */
export const journalErrorMappings: readonly Read[] = [
  when(CommitLostError, ({ message, intentId, next }) => ({
    exit: 'configuration',
    code: 'journal_unusable',
    message,
    intentId,
    outcome: 'not-sent',
    next,
  })),
  when(JournalUnavailableError, ({ message, next }) => ({
    exit: 'configuration',
    code: 'journal_unusable',
    message,
    outcome: 'not-sent',
    next,
  })),
  when(ClockDifferenceError, ({ message }) => ({
    exit: 'configuration',
    code: 'clock_differs',
    message,
    outcome: 'not-sent',
    next: [
      'set the clock of this machine (NTP), then run it again',
      'or run it on another machine',
    ],
  })),
  when(JournalWriteError, ({ message, intentId, outcome }) => ({
    exit: 'unwritten',
    code: 'not_recorded',
    message,
    intentId,
    outcome,
  })),
  when(VerdictContradictedError, ({ message, intentId }) => ({
    exit: 'unwritten',
    code: 'verdict_contradicted',
    message,
    intentId,
    outcome: 'applied',
    next: [
      'do not run it again: check with the service whether it was made twice',
      'remit journal list --unresolved',
    ],
  })),
  when(VerdictOutdatedError, ({ message, intentId }) => ({
    exit: 'stopped',
    code: 'verdict_outdated',
    message,
    outcome: 'not-sent',
    next: [`remit journal show ${intentId}`],
  })),
];
