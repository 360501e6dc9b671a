import { expect, test } from 'vitest';
import { RESOURCES } from '../../src/cli/resource-schemas.ts';
import { remit } from '../helpers/run-command.ts';
import { startService } from '../helpers/signed-in-sandbox.ts';
import { published } from './published-schemas.ts';

async function schema(resource: string, format: string) {
  const { code, out, err } = await remit(`schema ${resource} ${format}`);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

interface Field {
  readonly name: string;
  readonly type: string;
}

test.for(RESOURCES)('the columns of %s match those published for their version', async (it) => {
  const { version, fields } = await schema(it, 'csv');
  const columns = fields.map(({ name, type }: Field) => `${name}:${type}`).join(' ');
  expect({ [it]: [version, columns] }).toEqual({ [it]: published[it] });
});

test('the CSV of a list has the columns of its schema, in order', async () => {
  const service = await startService();
  for (const [resource, list] of [
    ['payable', 'payable list'],
    ['business', 'business list'],
    ['bank', 'bank list'],
    ['aging', 'payable aging'],
  ]) {
    const { fields } = await schema(resource ?? '', 'csv');
    const { out } = await service.remit(`${list} --csv`);
    expect(out.split('\n')[0]).toBe(fields.map(({ name }: Field) => name).join(','));
  }
  await service.close();
});

test('a column lists its values, and which of them are assumed', async () => {
  const { fields } = await schema('payable', 'csv');
  const field = (name: string) => fields.find((it: Field) => it.name === name);
  expect(field('status').knownValues).toContain('APPROVED');
  expect(field('payeeName').assumed).toMatch(/the spec/);
  expect(field('dueDate')).toMatchObject({ type: 'date', format: '%Y-%m-%d' });
});

test('the records of a resource are described as JSON Schema, local ones too', async () => {
  const payable = await schema('payable', 'json');
  expect(payable).toMatchObject({ type: 'object', 'x-version': 1, required: ['id'] });
  expect(payable.properties.payeeName).toBeDefined();
  const intent = await schema('intent', 'json');
  expect(intent.properties.amount).toEqual({ type: ['number', 'null'] });
});

test('an unknown resource exits with 2, and lists the known ones', async () => {
  const { code, err } = await remit('schema teapot csv');
  expect([code, err]).toEqual([2, expect.stringContaining('payable, business')]);
});
