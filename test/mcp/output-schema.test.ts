import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import { outputSchemaOf, toDescribed } from '../../src/mcp/output-schema.ts';

const validator = new AjvJsonSchemaValidator();
const operation = (id: string) => {
  const found = specOperations.find((op) => op.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const isValid = (id: string, answer: unknown, canAsk = true): boolean => {
  const check = validator.getValidator(outputSchemaOf(operation(id), { canAsk }));
  return check(answer).valid;
};

describe('an output schema', () => {
  test.for(specOperations.map(({ id }) => id))(
    '%s accepts errors, and no arbitrary value',
    (id) => {
      const error = {
        ...{ exitCode: 14, code: 'declined', message: 'x', status: null, requestId: null },
        ...{ intentId: null, outcome: 'not-sent', retryable: false, fields: [], next: [] },
      };
      expect(isValid(id, { error })).toBe(true);
      expect(isValid(id, { error, result: { any: 1 } })).toBe(true);
      expect(isValid(id, [])).toBe(false);
      expect(isValid(id, 'text')).toBe(false);
    },
  );

  test('accepts what the contract accepts: absent and unknown fields, new states, other dates', () => {
    const paid = { paymentId: 'pmt_1' };
    for (const more of [{}, { status: 'NEW' }, { color: 'red' }, { createdAt: '3/5/2026' }]) {
      expect(isValid('pay.initiate', { ...paid, ...more })).toBe(true);
      expect(isValid('pay.initiate', { ...paid, ...more, warnings: ['late'] })).toBe(true);
    }
    expect(isValid('pay.initiate', { ...paid, amount: null })).toBe(true);
  });

  test('does not accept what the contract does not accept', () => {
    expect(isValid('pay.initiate', {})).toBe(false);
    expect(isValid('pay.initiate', { paymentId: 'pmt_1', amount: '5.00' })).toBe(false);
    expect(isValid('bank.list', { items: [{ name: 'Spare' }] })).toBe(false);
  });

  test.for([{}, { ok: true }, { paymentId: 5 }, { paymentId: 'pmt_1', amount: 'x' }])(
    'describes a response to a payment that differs from the contract: %j',
    (answer) => {
      const described = toDescribed(operation('pay.initiate'), answer);
      expect(described).toEqual({ response: answer });
      expect(isValid('pay.initiate', described)).toBe(true);
    },
  );

  test('has a preview only for a client that cannot ask, and only of a call that is confirmed', () => {
    const preview = {
      ...{ done: false, wouldDo: ['Acme pays …'], confirmation: 'x', expiresAt: 'x', next: 'x' },
    };
    expect(isValid('pay.initiate', preview, false)).toBe(true);
    expect(isValid('pay.initiate', preview, true)).toBe(false);
    expect(isValid('payable.create', preview, false)).toBe(false);
  });
});
