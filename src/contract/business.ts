/** Businesses: schemas and operations. */

import { Balance, Withdrawal } from './balance.ts';
import { FilePart } from './http/http-types.ts';
import type { Operations } from './operation.ts';
import {
  BusinessPath,
  Dollars,
  Id,
  IsoTimestamp,
  openEnum,
  optionalNullable,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

/** The legal form of a business. */
export const BusinessType = z.enum(['soleProprietorship', 'llc', 'corporation', 'partnership']);

export type BusinessStatus = z.output<typeof BusinessStatus>;
/** The verification (KYB) state of a business. */
export const BusinessStatus = z.enum(['pending', 'verified', 'suspended']);

export type Address = z.output<typeof Address>;
/** A postal address, as sent. */
export const Address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});

export type Controller = z.output<typeof Controller>;
/** The controller of a business, for its verification (KYB), as sent. */
export const Controller = z.object({
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  ssn: z.string(),
  address: Address,
});

const shown = 'the spec names no business fields beyond its table';

const text = optionalNullable(z.string());
const Place = z.looseObject({ street: text, city: text, state: text, zip: text, country: text });
const Person = z.looseObject({
  firstName: text,
  lastName: text,
  dateOfBirth: text,
  ssn: text,
  address: optionalNullable(Place),
});

export type Business = z.output<typeof Business>;
/** A business, as the service shows it. */
// Response schemas are loose: a field that the service adds later reaches `--json` unchanged.
export const Business = z.looseObject({
  id: withAliases(Id, 'businessId'),
  name: optionalNullable(z.string()),
  businessType: optionalNullable(openEnum(BusinessType)),
  address: optionalNullable(Place),
  status: optionalNullable(withAliases(openEnum(BusinessStatus), 'kybStatus')),
  createdAt: optionalNullable(IsoTimestamp),
  alias: optionalNullable(z.string()),
  taxInfo: optionalNullable(z.looseObject({ ein: text, ssn: text })),
  controller: optionalNullable(Person),
  type: optionalNullable(withAssumption(z.string(), shown)),
  logoUrl: optionalNullable(withAssumption(z.string(), shown)),
  verification: optionalNullable(
    withAssumption(
      z.looseObject({ status: text, requiredActions: optionalNullable(z.array(z.string())) }),
      shown,
    ),
  ),
  capabilities: optionalNullable(
    withAssumption(
      z.looseObject({
        send: optionalNullable(z.boolean()),
        receive: optionalNullable(z.boolean()),
      }),
      shown,
    ),
  ),
  defaultFundingSourceId: optionalNullable(withAssumption(Id, shown)),
  publicInvite: optionalNullable(withAssumption(z.looseObject({}), shown)),
  updatedAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
});

const Created = z.looseObject({
  id: withAliases(Id, 'businessId'),
  status: optionalNullable(openEnum(BusinessStatus)),
  createdAt: optionalNullable(IsoTimestamp),
});

const Logo = withAssumption(
  z.looseObject({
    logoUrl: optionalNullable(z.string()),
    contentType: optionalNullable(z.string()),
    size: optionalNullable(z.number()),
    updatedAt: optionalNullable(IsoTimestamp),
  }),
  'the spec does not state the response of a logo call',
);

/** The operations on businesses. */
export const business = {
  list: {
    method: 'GET',
    path: '/api/businesses',
    summary: 'List the businesses of the account',
    effect: 'read',
    response: z.array(Business),
  },
  get: {
    method: 'GET',
    path: '/api/businesses/{businessId}',
    summary: 'Show one business',
    effect: 'read',
    params: BusinessPath,
    response: Business,
  },
  create: {
    method: 'POST',
    path: '/api/businesses',
    summary: 'Register a full business, which sends and receives payments',
    effect: 'create',
    success: 201,
    body: z.object({
      name: z.string(),
      businessType: BusinessType,
      address: Address,
      taxInfo: z.optional(z.object({ ein: z.optional(z.string()) })),
      controller: z.optional(Controller),
    }),
    response: Created,
  },
  createBasic: {
    method: 'POST',
    path: '/api/businesses/basic',
    summary: 'Register a basic business, which only receives payments',
    effect: 'create',
    success: 201,
    body: z.object({
      name: z.string(),
      businessType: BusinessType,
      address: Address,
      taxInfo: z.optional(z.object({ ein: z.optional(z.string()), ssn: z.optional(z.string()) })),
    }),
    response: Created,
  },
  setAlias: {
    method: 'PATCH',
    path: '/api/businesses/{businessId}/alias',
    summary: 'Set the name that connected businesses see',
    effect: 'set',
    params: BusinessPath,
    body: z.object({ alias: z.string() }),
    response: withAssumption(Business, 'the spec does not state this response'),
  },
  setLogo: {
    method: 'POST',
    path: '/api/businesses/{businessId}/logo',
    summary: 'Upload the logo of a business',
    effect: 'set',
    params: BusinessPath,
    consumes: 'multipart/form-data',
    body: z.object({ file: FilePart }),
    response: Logo,
  },
  removeLogo: {
    method: 'DELETE',
    path: '/api/businesses/{businessId}/logo',
    summary: 'Remove the logo of a business',
    effect: 'set',
    irreversible: true,
    params: BusinessPath,
    response: Logo,
  },
  balance: {
    method: 'GET',
    path: '/api/businesses/{businessId}/balance',
    summary: 'Show the balance of a business',
    effect: 'read',
    params: BusinessPath,
    response: Balance,
  },
  withdraw: {
    method: 'POST',
    path: '/api/businesses/{businessId}/withdraw-balance',
    summary: 'Withdraw from the balance to a bank account',
    effect: 'money',
    success: 201,
    params: BusinessPath,
    body: z.object({ amount: Dollars, fundingSourceId: Id }),
    response: Withdrawal,
  },
} as const satisfies Operations;
