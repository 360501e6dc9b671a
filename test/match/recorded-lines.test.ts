import { expect, test } from 'vitest';
import type { ExpectedTransfer, PostedLine } from '../../src/cash/match/matching/transfer.ts';
import { formatEvidenceNote, matchUnrecordedLines } from '../../src/cash/match/recorded-lines.ts';
import { findProofs } from '../../src/cash/match/resolve-proofs.ts';
import type { JournalTransfer } from '../../src/runtime/journal-transfers.ts';

const KEY = 'fs_1 2026-03-05 -40.00 #1';

const line: PostedLine = {
  line: 1,
  date: '2026-03-05',
  cents: -4_000,
  currency: 'USD',
  transactionId: null,
  text: 'ACH CL-7002',
  fundingSourceId: 'fs_1',
  key: KEY,
};

const transfer = (intentId: string, more: Partial<ExpectedTransfer> = {}): ExpectedTransfer => ({
  key: intentId,
  kind: 'payment',
  cents: -4_000,
  identifiers: [],
  party: null,
  window: { from: '2026-03-02', expected: '2026-03-05', to: '2026-03-10' },
  certainty: 'unresolved',
  batch: null,
  invoiceNumber: null,
  payableId: null,
  paymentId: null,
  intentId,
  isUnresolved: true,
  fundingSourceId: null,
  ...more,
});

const sent = (intentId: string, notes: readonly string[]): JournalTransfer => ({
  intentId,
  operation: 'pay.initiate',
  isUnresolved: false,
  sentAt: new Date('2026-03-02T15:00:00Z'),
  cents: 4_000,
  serverId: null,
  connectionId: null,
  fundingSourceId: null,
  payables: [],
  notes,
});

test('a line that is the evidence of one request proves no other, whatever its text says', () => {
  const settled = transfer('int_1', { certainty: 'made', isUnresolved: false });
  const named = transfer('int_2', {
    identifiers: [{ what: 'invoice number', value: 'CL-7002', isAssigned: false }],
  });
  const transfers = [settled, named];
  const journal = [sent('int_1', ['found by phone', formatEvidenceNote([KEY])])];
  const { matches } = matchUnrecordedLines([line], transfers, journal);
  expect(matches).toEqual([
    {
      line,
      transfers: [settled],
      status: 'matched',
      why: 'recorded as the evidence of int_1',
      isAssigned: false,
    },
  ]);
  expect(findProofs({ matches, ambiguous: [], lines: [], transfers: [] }, transfers)).toEqual([]);
  const free = matchUnrecordedLines([line], transfers, []);
  expect(findProofs(free, transfers)).toMatchObject([{ intentId: 'int_2', isCertain: false }]);
});

test('evidence is known even where the service no longer shows its payment', () => {
  const { matches, lines } = matchUnrecordedLines(
    [line],
    [],
    [sent('int_1', [formatEvidenceNote([KEY])])],
  );
  expect(matches).toMatchObject([{ transfers: [], status: 'matched' }]);
  expect(lines).toEqual([]);
});

test('a sum of payments of several requests proves none of them', () => {
  const parts = [transfer('int_1', { cents: -1_500 }), transfer('int_2', { cents: -2_500 })];
  const { matches } = matchUnrecordedLines([line], parts, []);
  expect(matches).toMatchObject([{ status: 'probable', transfers: parts }]);
  expect(findProofs({ matches, ambiguous: [], lines: [], transfers: [] }, parts)).toEqual([]);
});
