import { z } from 'zod/mini';
import { controls } from '../../contract/control.ts';
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
  control(controls.readSettings, async (_, { db }) => shown(await readConfig(db))),

  control(controls.changeSettings, async ({ body }, { db }) => {
    const { holdThreshold, reminderHours, strictEmail } = readBody(Changes, body);
    const changed = await changeConfig(db, {
      ...(holdThreshold !== undefined && {
        holdThresholdCents: readAmount(holdThreshold, 'holdThreshold'),
      }),
      ...(reminderHours !== undefined && { reminderHours }),
      ...(strictEmail !== undefined && { strictEmail }),
    });
    return shown(changed);
  }),
];

const shown = ({ holdThresholdCents, ...rest }: Config) => ({
  holdThreshold: toDollars(holdThresholdCents),
  ...rest,
});
