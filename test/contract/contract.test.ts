import { describe, expect, test } from 'vitest';
import type { z } from 'zod/mini';
import { type NamedOperation, specOperations } from '../../src/api/operations/operations.ts';
import { type Field, fieldsOf } from './schema-fields.ts';
import { entityTypes, specification, speeds } from './specification.ts';
import type { Fields, Row } from './specification-row.ts';

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const pairs = specification.map((row): [string, Row, NamedOperation | undefined] => [
  nameOf(row),
  row,
  specOperations.find((operation) => nameOf(operation) === nameOf(row)),
]);

test('the contract has the operations of the specification, each once, and no other', () => {
  expect(specification).toHaveLength(63);
  expect(specOperations.map(nameOf).toSorted()).toEqual(specification.map(nameOf).toSorted());
});

describe.each(pairs)('%s', (_name, row, operation) => {
  test('takes the path parameters that stand in its path, as strings', () => {
    const placeholders = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const params = fieldsOf(operation?.params?.());
    expect(params.map(({ name }) => name).toSorted()).toEqual(placeholders.toSorted());
    expect(params.filter(({ kind, optional }) => kind !== 'string' || optional)).toEqual([]);
  });

  test('sends the stated fields as they are stated, and marks the rest', () => {
    const sent = [...fieldsOf(operation?.query?.()), ...fieldsOf(operation?.body?.())];
    expect(stated(sent)).toEqual(expected(row.request));
    expect(sent.filter(isOurs).length).toBeGreaterThanOrEqual(row.unnamed.length);
    expect(operation?.consumes).toBe(row.upload ? 'multipart/form-data' : undefined);
  });

  test('reads the stated fields as they are stated, and marks the rest', () => {
    const read = fieldsOf(operation?.response());
    const own = row.list ? read.map(outOfList) : read;
    expect(operation?.produces).toBe(row.csv ? 'text/csv' : undefined);
    expect(read.some(({ name }) => name === '[]')).toBe(row.list || isOurList(read));
    expect(unshown(operation?.response())).toBe(row.response === null && !row.csv);
    expect(required(stated(own))).toEqual(required(expected(row.response ?? {})));
  });
});

test('the fixed values outside of records are those of the specification', () => {
  const valuesIn = (id: string, name: string) => {
    const operation = specOperations.find((it) => it.id === id);
    const fields = [...fieldsOf(operation?.params?.()), ...fieldsOf(operation?.body?.())];
    return fields.find((field) => field.name === name)?.values;
  };
  expect(valuesIn('accounting.syncType', 'entityType')).toEqual(entityTypes);
  expect(valuesIn('pay.initiate', 'clearingSpeed')).toEqual(speeds);
  expect(valuesIn('pay.bulkInitiate', 'payments[].clearingSpeed')).toEqual(speeds);
});

/** Top-level fields that the contract gives a name of its own. */
const isOurs = ({ name, assumed }: Field) => assumed && !/[.[]/.test(name);

/** Whether all of an answer, or every item of it, is an assumption. */
const unshown = (schema: z.core.$ZodType | undefined) =>
  fieldsOf(schema, 'all').some(({ name, assumed }) => assumed && /^all(\[\])?$/.test(name));

/** An answer that is a list by our own assumption. */
const isOurList = (read: readonly Field[]) => read.some((it) => it.name === '[]' && it.assumed);

const outOfList = (field: Field): Field => ({ ...field, name: field.name.replace(/^\[\]\.?/, '') });

type Stated = Readonly<Record<string, { optional: boolean; kind: string; values: unknown }>>;

const stated = (fields: readonly Field[]): Stated =>
  Object.fromEntries(
    fields
      .filter(({ name, assumed, kind }) => name !== '' && !assumed && !isBare(kind, name))
      .map(({ name, optional, kind, values }) => [name, { optional, kind, values }]),
  );

/** What says nothing of its own: any value at all, or an item of a list that is stated by its members. */
const isBare = (kind: string, name: string) =>
  kind === 'unknown' || (kind === 'object' && name.endsWith('[]'));

const expected = (fields: Fields): Stated =>
  Object.fromEntries(
    Object.entries(fields).map(([key, kind]) => {
      const values = typeof kind === 'string' ? undefined : kind;
      const type = typeof kind === 'string' ? kind : 'string';
      return [key.replace('?', ''), { optional: key.endsWith('?'), kind: type, values }];
    }),
  );

/** Answers are read tolerantly: what may be missing in them is not compared. */
const required = (fields: Stated) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, it]) => [name, { ...it, optional: false }]),
  );
