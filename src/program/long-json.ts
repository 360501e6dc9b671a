import type { Format, Globals } from '../cli/globals.ts';
import type { Host } from '../cli/host.ts';
import { jsonParts } from '../render/json-parts.ts';
import { text, type View } from '../render/view.ts';
import { formatOf } from './format.ts';

/** A result and how it is viewed, such that JSON which may be long is printed in parts. */
export function inParts(
  data: unknown,
  { globals, configured }: { readonly globals: Globals; readonly configured: Format | undefined },
  { stdout: { isTTY } }: Host,
): readonly [data: unknown, view: View] {
  if (typeof data !== 'object' || globals.query !== undefined) return [data, { kind: 'json' }];
  const compact = formatOf(globals, { configured, isTTY }) === 'ndjson';
  return [lines(data, compact), text];
}

async function* lines(data: unknown, compact: boolean): AsyncGenerator<string> {
  yield* jsonParts(data, { compact });
  yield '\n';
}
