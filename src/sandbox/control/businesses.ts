import * as z from 'zod/mini';
import { newYorkDate } from '../../contract/ach/calendar.ts';
import { controllerSchema } from '../../contract/business.ts';
import { controls } from '../../contract/control.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import { readController, readEin, readSsn } from '../business/rules.ts';
import {
  completeVerification,
  reinstateBusiness,
  suspendBusiness,
  verifyBusiness,
} from '../business/transitions.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { readBody } from '../context/parse-input.ts';
import { createNotFoundError } from '../context/validation.ts';
import { handlers } from '../server/handler-registry.ts';
import { type ControlRoute, control } from './route.ts';

const { businessSteps } = controls;

/** Implements a decision of the service's staff about a business. */
const businessStep = (
  operation: (typeof businessSteps)[keyof typeof businessSteps],
  step: (world: HandlerContext, id: string) => Promise<void>,
): ControlRoute =>
  control(operation, async ({ params }, world) => {
    await checkBusiness(params.id, world);
    await step(world, params.id);
    return shown(params.id, world);
  });

const Missing = z.object({
  taxInfo: z.optional(z.object({ ein: z.optional(z.string()), ssn: z.optional(z.string()) })),
  controller: z.optional(controllerSchema()),
});

/** Controls of businesses; each returns the business. */
export const businessControls = [
  businessStep(businessSteps.verify, verifyBusiness),
  businessStep(businessSteps.suspend, suspendBusiness),
  businessStep(businessSteps.reinstate, reinstateBusiness),

  control(controls.completeVerification, async ({ params, body }, world) => {
    await checkBusiness(params.id, world);
    await completeVerification(world, params.id, given(readBody(Missing, body), world));
    return shown(params.id, world);
  }),
];

async function checkBusiness(id: string, { db }: HandlerContext): Promise<void> {
  const row = await db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('business', id);
}

/**
 * Validates the fields that were missing at registration, by the rules of registration.
 *
 * @throws {ApiError} 400, 422
 */
function given(
  { taxInfo: { ein, ssn } = {}, controller }: z.output<typeof Missing>,
  world: HandlerContext,
) {
  if (ein === undefined && ssn === undefined && controller === undefined) {
    throw new ApiError(400, 'missing_field', 'Specify taxInfo or controller.');
  }
  const today = newYorkDate(world.now());
  return {
    ...(ein !== undefined && { ein: readEin(ein) }),
    ...(ssn !== undefined && { ssn_last4: readSsn(ssn, 'taxInfo.ssn') }),
    ...(controller && { controller: JSON.stringify(readController(controller, today)) }),
  };
}

const shown = (businessId: string, world: HandlerContext) =>
  handlers.business.get({ params: { businessId } }, world);
