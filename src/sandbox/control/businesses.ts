import type { z } from 'zod/mini';
import { newYorkDate } from '../../api/ach/calendar.ts';
import type { controls } from '../../api/controls/controls.ts';
import { ApiError } from '../../api/http/api-error.ts';
import { readController, readEin, readSsn } from '../business/rules.ts';
import {
  completeVerification,
  reinstateBusiness,
  suspendBusiness,
  verifyBusiness,
} from '../business/transitions.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { rowAt } from '../database/rows.ts';
import { handlers } from '../server/handler-registry.ts';
import type { ControlHandlers } from './control-handlers.ts';

/** Controls of businesses; each returns the business. */
export const businessControlHandlers: ControlHandlers<'stepBusiness'> = {
  async stepBusiness({ id, step, ...missing }, world) {
    await rowAt(world.db, 'businesses', id);
    const given = validFields(missing, world);
    if ((step === 'complete') !== Object.keys(given).length > 0) {
      const message =
        'Only complete takes taxInfo.ein, taxInfo.ssn and controller, and it needs one.';
      throw new ApiError(400, 'missing_field', message);
    }
    if (step === 'complete') await completeVerification(world, id, given);
    else await steps[step](world, id);
    return handlers.business.get({ params: { businessId: id } }, world);
  },
};

const steps = { verify: verifyBusiness, suspend: suspendBusiness, reinstate: reinstateBusiness };

/**
 * Validates the fields that were missing at registration, by the rules of registration.
 *
 * @throws {ApiError} 422
 */
function validFields({ taxInfo: { ein, ssn } = {}, controller }: Missing, world: HandlerContext) {
  const today = newYorkDate(world.now());
  return {
    ...(ein !== undefined && { ein: readEin(ein) }),
    ...(ssn !== undefined && { ssn_last4: readSsn(ssn, 'taxInfo.ssn') }),
    ...(controller && { controller: JSON.stringify(readController(controller, today)) }),
  };
}

type Missing = Omit<
  z.output<ReturnType<(typeof controls)['stepBusiness']['input']>>,
  'id' | 'step'
>;
