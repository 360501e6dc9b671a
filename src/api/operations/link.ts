/** Payment links and pay-me links: schemas and operations. */

import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  Dollars,
  openEnum,
  optionalBoolean,
  optionalDollars,
  optionalId,
  optionalText,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';
import { defineOperations } from './operation.ts';

export const PaymentLinkStatus = withAssumption(
  z.enum(['enabled', 'disabled']),
  'the spec does not show the enumerated values',
);

export type PaymentLink = z.output<ReturnType<typeof paymentLinkSchema>>;
/** A link by which the payer can pay one payable. */
export const paymentLinkSchema = memoize(() =>
  z.looseObject({
    nanoId: optionalText,
    status: z.nullish(withAliases(openEnum(PaymentLinkStatus), 'enabled')),
    url: optionalText,
  }),
);

export type PayMeLink = z.output<ReturnType<typeof payMeLinkSchema>>;
/** The pay-me link of a business, with its range of amounts in dollars. */
export const payMeLinkSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      enabled: optionalBoolean,
      minAmount: optionalDollars,
      maxAmount: optionalDollars,
      businessId: optionalId,
      eligible: optionalBoolean,
      ineligibleReasons: z.nullish(z.array(z.string())),
      token: optionalText,
      url: optionalText,
      updatedAt: optionalText,
    }),
    'the spec does not name the fields of this response',
  ),
);

const unstated = 'the spec does not state this response';

export const link = defineOperations({
  get: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link',
    summary: 'Show the payment link of a payable',
    effect: 'read',
    response: paymentLinkSchema,
  },
  enable: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link/enable',
    summary: 'Enable the payment link of a payable',
    effect: 'set',
    response: () => withAssumption(paymentLinkSchema(), unstated),
  },
  disable: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link/disable',
    summary: 'Disable the payment link of a payable',
    effect: 'set',
    irreversible: true,
    response: () => withAssumption(paymentLinkSchema(), unstated),
  },
  send: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link/send',
    summary: 'Email the payment link of a payable',
    effect: 'create',
    body: () => z.object({ email: z.string() }),
    response: () => withAssumption(paymentLinkSchema(), unstated),
  },
  payMe: {
    method: 'GET',
    path: '/api/businesses/{businessId}/pay-me-link',
    summary: 'Show the pay-me link of a business',
    effect: 'read',
    response: payMeLinkSchema,
  },
  configurePayMe: {
    method: 'POST',
    path: '/api/businesses/{businessId}/pay-me-link/configure',
    summary: 'Enable or disable the pay-me link and set its amount range',
    effect: 'set',
    body: () =>
      z.object({
        enabled: z.boolean(),
        minAmount: z.nullish(Dollars),
        maxAmount: z.nullish(Dollars),
      }),
    response: () => withAssumption(payMeLinkSchema(), unstated),
  },
  regeneratePayMe: {
    method: 'POST',
    path: '/api/businesses/{businessId}/pay-me-link/regenerate-token',
    summary: 'Replace the URL of the pay-me link: the old URL stops working',
    effect: 'create',
    irreversible: true,
    response: () => withAssumption(payMeLinkSchema(), unstated),
  },
});
