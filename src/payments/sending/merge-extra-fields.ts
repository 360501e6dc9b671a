import type { WriteFlags } from '../../cli/flags/global-flags.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Speech } from '../../http/dialect/dialect-mapper.ts';
import { mergedBody } from './request-body.ts';

interface Typed {
  readonly fields: WriteFlags['fields'];
  readonly data: unknown;
}

/**
 * A body with what `-F` and `--data` add to it. That is typed as the service spells it; journal and policy read it under
 * the contract's names, so that no spelling gets past them. Throws `UsageError`.
 */
export function bodyWith(
  op: Operation,
  own: unknown,
  { fields, data }: Typed,
  speech: Speech | undefined,
): unknown {
  if (!speech) return mergedBody(own, { fields, data });
  const below = mergedBody(own, { fields: [], data: speech.understand(op, data) });
  const typed = mergedBody(undefined, { fields, data: undefined });
  if (typed === undefined) return below;
  return mergedBody(speech.understand(op, typed), { fields: [], data: below ?? {} });
}
