import { expect, test } from 'vitest';
import { remit } from '../helpers/run-command.ts';

const printed = async (line: string) => {
  const { code, out, err } = await remit(line);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
};

test('the help of a command as JSON is its catalog entry', async () => {
  const record = await printed('payable create --help --json');
  expect(record).toMatchObject({ command: 'payable create', writes: true });
  expect(record.calls[0]).toBe('POST /api/businesses/{businessId}/payables');
  const all = await printed('commands --json');
  expect(all.find((it: { command: string }) => it.command === 'payable create')).toEqual(record);
});

test('the help of a group as JSON is the catalog entries of all its commands', async () => {
  const records: { command: string }[] = await printed('link --json -h');
  expect(records.map(({ command }) => command)).toEqual(
    expect.arrayContaining(['link get', 'link pay-me enable']),
  );
  expect(records.every(({ command }) => command.startsWith('link '))).toBe(true);
});

test('the help of the program as JSON is the catalog entries of all commands', async () => {
  expect(await printed('--help --json')).toEqual(await printed('commands --json'));
});
