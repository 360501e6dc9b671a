import * as z from 'zod/mini';
import { replaceCopy, withoutFormats } from './find-mismatch.ts';

const compiled = new WeakSet<z.core.$ZodType>();

/**
 * Compiles a schema for `findMismatch`, which then takes a tenth of the time if it does not check the spelling.
 *
 * Zod generates a function with `new Function`, and keeps its own parser where Node forbids that.
 */
export function compileSchema(schema: z.core.$ZodType): void {
  if (compiled.has(schema)) return;
  compiled.add(schema);
  replaceCopy(schema, z.compile(withoutFormats(schema)));
}
