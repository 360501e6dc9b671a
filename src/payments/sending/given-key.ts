import { randomUUID } from 'node:crypto';
import { UsageError } from '../../cli/errors.ts';
import { derivesKey } from '../../journal/idempotency-key.ts';
import { paysOneRow } from '../../journal/journaled-operations.ts';
import type { CallContext } from './send-context.ts';

/**
 * Returns the idempotency key that a request is prepared with: the given one, or a new one. That of a payment is replaced
 * when its intent is recorded, by the one that the journal derives.
 *
 * @throws {UsageError} If one was given for a payment, or a reference for a request that has another identity.
 */
export function givenKeyOf(
  { write }: Pick<CallContext, 'write'>,
  operation: string | undefined,
  {
    idempotencyKey,
    reference,
  }: { readonly idempotencyKey?: string | undefined; readonly reference?: string | undefined },
): string {
  if (reference !== undefined && !paysOneRow(operation ?? '')) {
    throw new UsageError('A reference is for quick payments and withdrawals.', {
      problems: [{ field: 'reference', message: 'cannot be used here' }],
    });
  }
  const given = idempotencyKey ?? write?.idempotencyKey;
  if (given === undefined || !derivesKey(operation)) return given ?? randomUUID();
  throw new UsageError('The idempotency key of a payment is derived from it: none can be given.', {
    problems: [{ field: '--idempotency-key', message: 'cannot be used for a payment' }],
  });
}
