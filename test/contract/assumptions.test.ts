import { describe, expect, test } from 'vitest';
import { readDialect } from '../../src/api/dialect/parse-dialect.ts';
import { allOperations } from '../../src/api/operations/all-operations.ts';
import { type Assumption, assumptionsIn } from '../../src/api/schema/assumptions.ts';
import {
  allFieldsOf,
  REQUEST_PARTS,
  type RequestPart,
} from '../../src/api/schema/operation-fields.ts';
import { specification } from './specification.ts';
import { business, connection, payable } from './specification-records.ts';
import type { Fields } from './specification-row.ts';

const all = assumptionsIn(readDialect({ version: 1 }));
const pairs = specification.map((row) => {
  const found = allOperations.find((it) => it.method === row.method && it.path === row.path);
  if (!found) throw new Error(row.path);
  return [found.id, row, found] as const;
});

const names = (fields: Fields | null) =>
  Object.keys(fields ?? {}).map((it) => it.replaceAll('?', '').replaceAll('[]', ''));
const assumedIn = (id: string, where: readonly Assumption['where'][]) =>
  all.filter((it) => it.operation === id && where.includes(it.where)).map(({ name }) => name);
const among = (some: readonly string[], others: readonly string[]) =>
  some.filter((it) => others.includes(it));

/** Records that have a table of their own: their names are stated wherever they stand. */
const records = [business, connection, payable, { nanoId: 'string', url: 'string' } as const];

describe.each(pairs)('%s', (id, row, operation) => {
  test('a field that the specification states is not an assumption', () => {
    expect(among(names(row.request), assumedIn(id, ['query', 'body']))).toEqual([]);
    expect(among(names(row.response), assumedIn(id, ['response']))).toEqual([]);
  });

  test('any other field is an assumption', () => {
    const stated = (part: RequestPart) =>
      allFieldsOf(operation, part)
        .filter(({ because }) => because === undefined)
        .map(({ row: name }) => name);
    const sent = [...stated('query'), ...stated('body')];
    const isUpdate = id === 'payable.update' ? names(payable) : [];
    expect(sent.filter((it) => ![...names(row.request), ...isUpdate].includes(it))).toEqual([]);

    const known = [...names(row.response), ...records.flatMap(names), 'paymentId'];
    const isKnown = (it: string) => known.includes(it.replace(/^connection\./, ''));
    expect(
      stated('response').filter((it) => !isKnown(it) && !/^(taxInfo|controller)\./.test(it)),
    ).toEqual([]);
  });
});

test('enum values of the specification are not assumptions', () => {
  const words = all
    .filter(({ where }) => where === 'word')
    .map(({ name }) => name.slice(name.indexOf(':') + 1));
  expect(words).toContain('verification_failed');
  for (const stated of [
    'DRAFT',
    'SUBMITTED',
    'sameDay',
    'standard',
    'archived',
    'llc',
    'checking',
  ]) {
    expect(words).not.toContain(stated);
  }
});

test('four paths that the specification omits in part or whole are assumptions', () => {
  expect(all.filter(({ where }) => where === 'path').map(({ operation }) => operation)).toEqual([
    ...['bank.linkToken', 'bank.connect', 'auth.signIn', 'files.upload'],
  ]);
});

test('every part of every operation is checked', () => {
  const parts = allOperations.flatMap((op) =>
    REQUEST_PARTS.map((part) => allFieldsOf(op, part).length),
  );
  expect(parts.filter((it) => it > 0).length).toBeGreaterThan(90);
  expect(all.length).toBeGreaterThan(1000);
});
