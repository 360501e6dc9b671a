/** The kinds of ids that commands show and that shells complete. */

import type { RecordFacts } from './record-use.ts';

export const ID_KINDS = [
  'business',
  'bank',
  'connection',
  'invitation',
  'payable',
  'payment',
  'integration',
  'intent',
] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** An id that a shell can complete, and a description for people. */
export interface CompletableId {
  readonly kind: IdKind;
  readonly id: string;
  readonly text: string;
  readonly facts: RecordFacts;
  readonly invoiceNumber?: string | undefined;
}

/** Reports whether a text can be an id that every shell takes as it is: no option, no path, nothing to quote. */
export const isCompletableId = (id: string): boolean => /^[A-Za-z0-9][\w.:-]{0,127}$/.test(id);
