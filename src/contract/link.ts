/** Payment links and pay-me links: schemas and operations. */

import type { Operations } from './operation.ts';
import {
  BusinessPath,
  Dollars,
  Id,
  openEnum,
  optionalNullable,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

/** The state of a payment link. */
export const PaymentLinkStatus = withAssumption(
  z.enum(['enabled', 'disabled']),
  'the spec does not show the enumerated values',
);

export type PaymentLink = z.output<typeof PaymentLink>;
/** A link by which the payer can pay one payable. */
export const PaymentLink = z.looseObject({
  nanoId: optionalNullable(z.string()),
  status: optionalNullable(withAliases(openEnum(PaymentLinkStatus), 'enabled')),
  url: optionalNullable(z.string()),
});

export type PayMeLink = z.output<typeof PayMeLink>;
/** The pay-me link of a business, with its range of amounts in dollars. */
export const PayMeLink = withAssumption(
  z.looseObject({
    enabled: optionalNullable(z.boolean()),
    minAmount: optionalNullable(Dollars),
    maxAmount: optionalNullable(Dollars),
    businessId: optionalNullable(Id),
    eligible: optionalNullable(z.boolean()),
    ineligibleReasons: optionalNullable(z.array(z.string())),
    token: optionalNullable(z.string()),
    url: optionalNullable(z.string()),
    updatedAt: optionalNullable(z.string()),
  }),
  'the spec does not name the fields of this response',
);

const LinkPath = z.extend(BusinessPath, { payableId: Id });
const unstated = 'the spec does not state this response';

/** The operations on payment links and pay-me links. */
export const link = {
  get: {
    method: 'GET',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link',
    summary: 'Show the payment link of a payable',
    effect: 'read',
    params: LinkPath,
    response: PaymentLink,
  },
  enable: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link/enable',
    summary: 'Enable the payment link of a payable',
    effect: 'set',
    params: LinkPath,
    response: withAssumption(PaymentLink, unstated),
  },
  disable: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link/disable',
    summary: 'Disable the payment link of a payable',
    effect: 'set',
    irreversible: true,
    params: LinkPath,
    response: withAssumption(PaymentLink, unstated),
  },
  send: {
    method: 'POST',
    path: '/api/businesses/{businessId}/payables/{payableId}/payment-link/send',
    summary: 'Email the payment link of a payable',
    effect: 'create',
    params: LinkPath,
    body: z.object({ email: z.string() }),
    response: withAssumption(PaymentLink, unstated),
  },
  payMe: {
    method: 'GET',
    path: '/api/businesses/{businessId}/pay-me-link',
    summary: 'Show the pay-me link of a business',
    effect: 'read',
    params: BusinessPath,
    response: PayMeLink,
  },
  configurePayMe: {
    method: 'POST',
    path: '/api/businesses/{businessId}/pay-me-link/configure',
    summary: 'Enable or disable the pay-me link and set its amount range',
    effect: 'set',
    params: BusinessPath,
    body: z.object({
      enabled: z.boolean(),
      minAmount: z.optional(z.nullable(Dollars)),
      maxAmount: z.optional(z.nullable(Dollars)),
    }),
    response: withAssumption(PayMeLink, unstated),
  },
  regeneratePayMe: {
    method: 'POST',
    path: '/api/businesses/{businessId}/pay-me-link/regenerate-token',
    summary: 'Replace the URL of the pay-me link: the old URL stops working',
    effect: 'create',
    irreversible: true,
    params: BusinessPath,
    response: withAssumption(PayMeLink, unstated),
  },
} as const satisfies Operations;
