import { ApiError } from '../../api/http/api-error.ts';
import { toDollars } from '../../api/money.ts';
import { type Config, changeConfig, readConfig } from '../context/settings.ts';
import { readAmount } from '../context/validation.ts';
import type { ControlHandlers } from './control-handlers.ts';

/** Controls of the operator's settings. Given fields are changed, others keep their values. */
export const configControlHandlers: ControlHandlers<'readSettings' | 'changeSettings'> = {
  readSettings: async (_, { db }) => shown(await readConfig(db)),

  async changeSettings({ holdThreshold, reminderHours, strictEmail }, { db }) {
    const changes = {
      ...(holdThreshold !== undefined && {
        holdThresholdCents: readAmount(holdThreshold, 'holdThreshold'),
      }),
      ...(reminderHours !== undefined && { reminderHours }),
      ...(strictEmail !== undefined && { strictEmail }),
    };
    if (Object.keys(changes).length === 0) {
      const message = 'Specify one of holdThreshold, reminderHours and strictEmail.';
      throw new ApiError(400, 'missing_field', message);
    }
    return shown(await changeConfig(db, changes));
  },
};

const shown = ({ holdThresholdCents, ...rest }: Config) => ({
  holdThreshold: toDollars(holdThresholdCents),
  ...rest,
});
