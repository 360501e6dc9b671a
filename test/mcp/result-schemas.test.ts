import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import { specOperations } from '../../src/api/operations/operations.ts';
import { toDescribed } from '../../src/mcp/operation-results.ts';
import { resultSchemaOf, toolResultSchemas } from '../../src/mcp/result-schemas.ts';
import { operationTools } from '../../src/mcp/tools.ts';
import { remit } from '../helpers/run-command.ts';

const validator = new AjvJsonSchemaValidator();
const operation = (id: string) => {
  const found = specOperations.find((op) => op.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};
const tools = new Map(
  operationTools(['all'], { canAsk: false }).map((tool, at) => [specOperations[at]?.id, tool]),
);
const isValid = (id: string, answer: unknown): boolean => {
  const tool = tools.get(id);
  if (!tool) throw new Error(`no tool of ${id}`);
  return validator.getValidator(resultSchemaOf(tool))(answer).valid;
};

describe('the schema of results', () => {
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

  test('has a preview only of a call that is confirmed', () => {
    const preview = {
      ...{ done: false, wouldDo: ['Acme pays …'], confirmation: 'x', expiresAt: 'x', next: 'x' },
    };
    expect(isValid('pay.initiate', preview)).toBe(true);
    expect(isValid('payable.create', preview)).toBe(false);
  });

  test('is printed for every tool by remit schema mcp', async () => {
    const { out } = await remit('schema mcp');
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(toolResultSchemas())));
    expect(Object.keys(JSON.parse(out).definitions)).toContain('plan_payments');
    expect(out).not.toMatch(/x-assumed|x-money|"\$ref"|"format"|"pattern"/);
    expect((await remit('schema mcp csv')).code).toBe(2);
  });
});
