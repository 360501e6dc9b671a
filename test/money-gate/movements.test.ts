import { describe, expect, test } from 'vitest';
import { findMovements, type MovementReader } from '../../src/money/gate/movements.ts';

/** Answers every read with no records. */
const reader = { client: { call: async () => [] } } as unknown as MovementReader;

describe.each(['pay.quickPay', 'business.withdraw'])(
  '%s, even if the contract accepts the body',
  (id) => {
    test.each([-50_000, -0.01, 0, 10.005, 2 ** 53, '750', null, Number.NaN])(
      'reads no amount from %s',
      async (amount) => {
        const input = {
          params: {},
          body: { connectionId: 'conn_1', fundingSourceId: 'fs_1', amount },
        };
        await expect(async () => findMovements(id, reader, input)).rejects.toMatchObject({
          code: 'amount_invalid',
        });
      },
    );
  },
);
