import { z } from 'zod/mini';
import { toDollars } from '../../contract/money.ts';
import { readBody } from '../context/parse-input.ts';
import { type Config, changeConfig, readConfig } from '../context/settings.ts';
import { readAmount } from '../context/validation.ts';
import { control } from './route.ts';

const Changes = z.object({
  holdThreshold: z.optional(z.number()),
  reminderHours: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(8760)))),
  strictEmail: z.optional(z.boolean()),
});

/** Controls of the operator's settings. Given fields are changed, others keep their values. */
export const configControls = [
  control('GET', '/sandbox/config', async (_, { db }) => toConfigView(await readConfig(db))),

  control('PUT', '/sandbox/config', async ({ body }, { db }) => {
    const { holdThreshold, reminderHours, strictEmail } = readBody(Changes, body);
    const updated = await changeConfig(db, {
      ...(holdThreshold !== undefined && {
        holdThresholdCents: readAmount(holdThreshold, 'holdThreshold'),
      }),
      ...(reminderHours !== undefined && { reminderHours }),
      ...(strictEmail !== undefined && { strictEmail }),
    });
    return toConfigView(updated);
  }),
];

const toConfigView = ({ holdThresholdCents, ...rest }: Config) => ({
  holdThreshold: toDollars(holdThresholdCents),
  ...rest,
});
