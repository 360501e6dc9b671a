import { Balance, Withdrawal } from './balance.ts';
import { FilePart } from './http/http-types.ts';
import type { Operations } from './operation.ts';
import {
  alsoAs,
  assumed,
  BusinessPath,
  Dollars,
  Id,
  IsoTimestamp,
  maybe,
  open,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export const BusinessType = z.enum(['soleProprietorship', 'llc', 'corporation', 'partnership']);

export type BusinessStatus = z.output<typeof BusinessStatus>;
export const BusinessStatus = z.enum(['pending', 'verified', 'suspended']);

export type Address = z.output<typeof Address>;
export const Address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});

export type Controller = z.output<typeof Controller>;
export const Controller = z.object({
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  ssn: z.string(),
  address: Address,
});

const shown = 'the spec names no business fields beyond its table';

const text = maybe(z.string());
const Place = z.looseObject({ street: text, city: text, state: text, zip: text, country: text });
const Person = z.looseObject({
  firstName: text,
  lastName: text,
  dateOfBirth: text,
  ssn: text,
  address: maybe(Place),
});

export type Business = z.output<typeof Business>;
/** Answers are loose: a field the service adds tomorrow must reach `--json` untouched. */
export const Business = z.looseObject({
  id: alsoAs(Id, 'businessId'),
  name: maybe(z.string()),
  businessType: maybe(open(BusinessType)),
  address: maybe(Place),
  status: maybe(alsoAs(open(BusinessStatus), 'kybStatus')),
  createdAt: maybe(IsoTimestamp),
  alias: maybe(z.string()),
  taxInfo: maybe(z.looseObject({ ein: text, ssn: text })),
  controller: maybe(Person),
  type: maybe(assumed(z.string(), shown)),
  logoUrl: maybe(assumed(z.string(), shown)),
  verification: maybe(
    assumed(z.looseObject({ status: text, requiredActions: maybe(z.array(z.string())) }), shown),
  ),
  capabilities: maybe(
    assumed(z.looseObject({ send: maybe(z.boolean()), receive: maybe(z.boolean()) }), shown),
  ),
  defaultFundingSourceId: maybe(assumed(Id, shown)),
  publicInvite: maybe(assumed(z.looseObject({}), shown)),
  updatedAt: maybe(assumed(IsoTimestamp, shown)),
});

const Created = z.looseObject({
  id: alsoAs(Id, 'businessId'),
  status: maybe(open(BusinessStatus)),
  createdAt: maybe(IsoTimestamp),
});

const Logo = assumed(
  z.looseObject({
    logoUrl: maybe(z.string()),
    contentType: maybe(z.string()),
    size: maybe(z.number()),
    updatedAt: maybe(IsoTimestamp),
  }),
  'the spec does not state what a logo call answers',
);

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
    response: assumed(Business, 'the spec does not state this answer'),
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
