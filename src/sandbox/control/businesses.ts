import { newYorkDate } from '../../contract/ach/calendar.ts';
import { Controller } from '../../contract/business.ts';
import { ApiError } from '../../contract/http/api-error.ts';
import * as z from '../../contract/schema/schema.ts';
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
import { control } from './route.ts';

/** The decisions of the service's staff about a business. */
const steps: Readonly<Record<string, (context: HandlerContext, id: string) => Promise<void>>> = {
  verify: verifyBusiness,
  suspend: suspendBusiness,
  reinstate: reinstateBusiness,
};

const Missing = z.object({
  taxInfo: z.optional(z.object({ ein: z.optional(z.string()), ssn: z.optional(z.string()) })),
  controller: z.optional(Controller),
});

/** Controls of businesses; each returns the business. */
export const businessControls = [
  ...Object.entries(steps).map(([name, step]) =>
    control('POST', `/sandbox/businesses/{id}/${name}`, async ({ params }, context) => {
      await checkBusiness(params.id, context);
      await step(context, params.id);
      return businessView(params.id, context);
    }),
  ),

  control('POST', '/sandbox/businesses/{id}/verification', async ({ params, body }, context) => {
    await checkBusiness(params.id, context);
    await completeVerification(
      context,
      params.id,
      providedFields(readBody(Missing, body), context),
    );
    return businessView(params.id, context);
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
function providedFields(
  { taxInfo: { ein, ssn } = {}, controller }: z.output<typeof Missing>,
  context: HandlerContext,
) {
  if (ein === undefined && ssn === undefined && controller === undefined) {
    throw new ApiError(400, 'missing_field', 'Specify taxInfo or controller.');
  }
  const today = newYorkDate(context.now());
  return {
    ...(ein !== undefined && { ein: readEin(ein) }),
    ...(ssn !== undefined && { ssn_last4: readSsn(ssn, 'taxInfo.ssn') }),
    ...(controller && { controller: JSON.stringify(readController(controller, today)) }),
  };
}

const businessView = (businessId: string, context: HandlerContext) =>
  handlers.business.get({ params: { businessId } }, context);
