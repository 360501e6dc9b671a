import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import { FilePart } from '../http/http-types.ts';
import {
  Dollars,
  Id,
  IsoTimestamp,
  openEnum,
  optionalBoolean,
  optionalNumber,
  optionalText,
  optionalTimestamp,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';
import { balanceSchema, withdrawalSchema } from './balance.ts';
import { defineOperations } from './operation.ts';

/** The legal form of a business. */
export const BusinessType = z.enum(['soleProprietorship', 'llc', 'corporation', 'partnership']);

export type BusinessStatus = z.output<typeof BusinessStatus>;
/** The verification (KYB) state of a business. */
export const BusinessStatus = z.enum(['pending', 'verified', 'suspended']);

export type Address = z.output<ReturnType<typeof addressSchema>>;
export const addressSchema = memoize(() =>
  z.object({
    street: z.string(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
);

export type Controller = z.output<ReturnType<typeof controllerSchema>>;
/** The controller of a business, for its verification (KYB), as sent. */
export const controllerSchema = memoize(() =>
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: z.string(),
    ssn: z.string(),
    address: addressSchema(),
  }),
);

const shown = 'the spec names no business fields beyond its table';

const masked = 'the spec does not say how a tax or social security number is shown';

const placeSchema = memoize(() =>
  z.looseObject({
    street: optionalText,
    city: optionalText,
    state: optionalText,
    zip: optionalText,
    country: optionalText,
  }),
);
const personSchema = memoize(() =>
  z.looseObject({
    firstName: optionalText,
    lastName: optionalText,
    dateOfBirth: optionalText,
    ssn: optionalText,
    ssnLast4: z.nullish(withAssumption(z.string(), masked)),
    address: z.nullish(placeSchema()),
  }),
);

export type Business = z.output<ReturnType<typeof businessSchema>>;
/** A business, as the service shows it. */
// Response schemas are loose: a field that the service adds later reaches `--json` unchanged.
export const businessSchema = memoize(() =>
  z.looseObject({
    id: withAliases(Id, 'businessId'),
    name: optionalText,
    businessType: z.nullish(openEnum(BusinessType)),
    address: z.nullish(placeSchema()),
    status: z.nullish(withAliases(openEnum(BusinessStatus), 'kybStatus')),
    createdAt: optionalTimestamp,
    alias: optionalText,
    taxInfo: z.nullish(
      z.looseObject({
        ein: optionalText,
        ssn: optionalText,
        einLast4: z.nullish(withAssumption(z.string(), masked)),
        ssnLast4: z.nullish(withAssumption(z.string(), masked)),
        tinStatus: z.nullish(withAssumption(z.string(), shown)),
      }),
    ),
    controller: z.nullish(personSchema()),
    type: z.nullish(withAssumption(z.string(), shown)),
    logoUrl: z.nullish(withAssumption(z.string(), shown)),
    verification: z.nullish(
      withAssumption(
        z.looseObject({
          status: optionalText,
          requiredActions: z.nullish(z.array(z.string())),
        }),
        shown,
      ),
    ),
    capabilities: z.nullish(
      withAssumption(
        z.looseObject({
          send: optionalBoolean,
          receive: optionalBoolean,
        }),
        shown,
      ),
    ),
    defaultFundingSourceId: z.nullish(withAssumption(Id, shown)),
    publicInvite: z.nullish(withAssumption(z.looseObject({}), shown)),
    updatedAt: z.nullish(withAssumption(IsoTimestamp, shown)),
  }),
);

const createdSchema = memoize(() =>
  z.looseObject({
    id: withAliases(Id, 'businessId'),
    status: z.nullish(openEnum(BusinessStatus)),
    createdAt: optionalTimestamp,
  }),
);

const logoSchema = memoize(() =>
  withAssumption(
    z.looseObject({
      logoUrl: optionalText,
      contentType: optionalText,
      size: optionalNumber,
      updatedAt: optionalTimestamp,
    }),
    'the spec does not state the response of a logo call',
  ),
);

export const business = defineOperations({
  list: {
    method: 'GET',
    path: '/api/businesses',
    summary: 'List the businesses of the account',
    effect: 'read',
    response: () => z.array(businessSchema()),
  },
  get: {
    method: 'GET',
    path: '/api/businesses/{businessId}',
    summary: 'Show one business',
    effect: 'read',
    response: businessSchema,
  },
  create: {
    method: 'POST',
    path: '/api/businesses',
    summary: 'Register a full business, which sends and receives payments',
    effect: 'create',
    success: 201,
    body: () =>
      z.object({
        name: z.string(),
        businessType: BusinessType,
        address: addressSchema(),
        taxInfo: z.optional(z.object({ ein: z.optional(z.string()) })),
        controller: z.optional(controllerSchema()),
      }),
    response: createdSchema,
  },
  createBasic: {
    method: 'POST',
    path: '/api/businesses/basic',
    summary: 'Register a basic business, which only receives payments',
    effect: 'create',
    success: 201,
    body: () =>
      z.object({
        name: z.string(),
        businessType: BusinessType,
        address: addressSchema(),
        taxInfo: z.optional(z.object({ ein: z.optional(z.string()), ssn: z.optional(z.string()) })),
      }),
    response: createdSchema,
  },
  setAlias: {
    method: 'PATCH',
    path: '/api/businesses/{businessId}/alias',
    summary: 'Set the name that connected businesses see',
    effect: 'set',
    body: () => z.object({ alias: z.string() }),
    response: () => withAssumption(businessSchema(), 'the spec does not state this response'),
  },
  setLogo: {
    method: 'POST',
    path: '/api/businesses/{businessId}/logo',
    summary: 'Upload the logo of a business',
    effect: 'set',
    consumes: 'multipart/form-data',
    body: () => z.object({ file: FilePart }),
    response: logoSchema,
  },
  removeLogo: {
    method: 'DELETE',
    path: '/api/businesses/{businessId}/logo',
    summary: 'Remove the logo of a business',
    effect: 'set',
    irreversible: true,
    response: logoSchema,
  },
  balance: {
    method: 'GET',
    path: '/api/businesses/{businessId}/balance',
    summary: 'Show the balance of a business',
    effect: 'read',
    response: balanceSchema,
  },
  withdraw: {
    method: 'POST',
    path: '/api/businesses/{businessId}/withdraw-balance',
    summary: 'Withdraw from the balance to a bank account',
    effect: 'money',
    success: 201,
    body: () => z.object({ amount: Dollars, fundingSourceId: Id }),
    response: withdrawalSchema,
  },
});
