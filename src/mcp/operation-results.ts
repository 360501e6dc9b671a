import * as z from 'zod/mini';
import type { NamedOperation } from '../api/operations/operations.ts';
import { findMismatch } from '../api/schema/find-mismatch.ts';
import { elementOf } from '../api/schema/schema-introspection.ts';
import { memoize } from '../memoize.ts';

/** Returns the schema of a success of an operation; a list is under `items`. */
export function operationResult(op: NamedOperation): z.ZodMiniType {
  if (op.produces) return fileSchema();
  const response = op.response();
  const element = elementOf(response);
  return (element ? z.looseObject({ items: z.array(element) }) : response) as z.ZodMiniType;
}

/**
 * Returns a response as the schema describes it. A response to a write that differs from the contract, such as an empty
 * acknowledgement, is put under `response`.
 */
export const toDescribed = (op: NamedOperation, answer: unknown): unknown =>
  op.effect === 'read' || !findMismatch(op.response(), answer) ? answer : { response: answer };

const fileSchema = memoize(() => z.looseObject({ contentType: z.string(), text: z.string() }));
