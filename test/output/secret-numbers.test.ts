/** A secret that is a JSON number is as secret as its text. */

import { expect, test } from 'vitest';
import { plannedRequest } from '../../src/money/sending/dry-run.ts';
import { readData } from '../../src/money/sending/request-body.ts';
import { createSecrets } from '../../src/runtime/secrets.ts';

const account = { accountNumber: 123_456_789_012, owner: { ssn: 123_456_789 } };
const unread = async () => '';

test('it is not accepted on the command line', async () => {
  const literal = (value: object) => readData(JSON.stringify(value), unread);
  await expect(literal({ accountNumber: 123_456_789_012 })).rejects.toThrow('is a secret');
  await expect(literal({ owner: { ssn: 123_456_789 } })).rejects.toThrow('is a secret');
  await expect(literal({ owner: { ssn: null }, amount: 5 })).resolves.toBeDefined();
});

test('it is masked in a planned request', () => {
  const secrets = createSecrets();
  const request = {
    ...({ method: 'POST', effect: 'create', path: '/x', headers: {} } as const),
    body: JSON.stringify({ ...account, amount: 12.5 }),
  };
  const base = new URL('https://pay.example');
  const { body } = plannedRequest(request, base, { secrets, nameOf: (it) => it });
  expect(body).toEqual({ accountNumber: '***', owner: { ssn: '***' }, amount: 12.5 });
});

test('it is masked in every text', () => {
  const secrets = createSecrets();
  secrets.addFrom({ ...account, amount: 98_765_432 });
  const text = JSON.stringify({ ...account, amount: 98_765_432 });
  expect(secrets.mask(text)).toBe('{"accountNumber":***,"owner":{"ssn":***},"amount":98765432}');
});
