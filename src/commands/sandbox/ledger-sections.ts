/** The check of the ledger in a terminal: its result, and each invariant with whether it holds. */

import type { LedgerCheck } from '../../api/controls/money.ts';
import { type Section, sectionFields } from '../../render/sections.ts';

/** Returns the sections of a check: the result, then the invariants, the broken ones first. */
export function ledgerSections(check: LedgerCheck): readonly Section[] {
  const broken = check.invariants.filter(({ ok }) => !ok);
  const holding = check.invariants.filter(({ ok }) => ok);
  return [
    {
      title: check.ok ? 'The ledger is consistent' : 'The ledger is inconsistent',
      fields: sectionFields(check, 'entries:number', 'difference:money'),
    },
    {
      title: 'Invariants',
      table: {
        columns: [
          { key: 'state', kind: 'state' },
          { key: 'invariant', kind: 'text' },
        ],
        rows: [...broken, ...holding].map(({ name, ok }) => ({
          state: ok ? 'holds' : 'broken',
          invariant: name,
        })),
      },
    },
    {
      title: 'Entries at fault',
      lines: broken.map(({ name, detail }) => `${name}: ${detail}`),
    },
  ];
}
