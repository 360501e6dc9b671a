import * as z from 'zod/mini';
import { memoize } from '../../memoize.ts';
import {
  csvFile,
  Dollars,
  Id,
  IsoTimestamp,
  openEnum,
  optionalBoolean,
  optionalDollars,
  optionalNumber,
  optionalText,
  withAliases,
  withAssumption,
} from '../schema/field-types.ts';
import { defineOperations } from './operation.ts';
import { payableSchema } from './payable.ts';

export type ConnectionStatus = z.output<typeof ConnectionStatus>;
export const ConnectionStatus = z.enum(['active', 'pending', 'archived']);

const shown = 'the spec names no connection fields beyond its table';

export type Connection = z.output<ReturnType<typeof connectionSchema>>;
/** A connection between the business and a trading partner. */
export const connectionSchema = memoize(() =>
  z.looseObject({
    id: withAliases(Id, 'connectionId'),
    status: z.nullish(openEnum(ConnectionStatus)),
    alias: optionalText,
    tags: z.nullish(z.array(z.unknown())),
    settings: z.nullish(
      z.looseObject({
        netTerms: optionalNumber,
        autoApprove: z.nullish(
          withAssumption(
            z.looseObject({
              enabled: optionalBoolean,
              maxAmount: optionalDollars,
            }),
            'auto-approval is mentioned, not shown',
          ),
        ),
      }),
    ),
    businessName: optionalText,
    connectedBusinessName: optionalText,
    businessId: z.nullish(withAssumption(Id, shown)),
    connectedBusinessId: z.nullish(withAssumption(Id, shown)),
    initiatedBy: z.nullish(withAssumption(Id, shown)),
    invitationId: z.nullish(withAssumption(Id, shown)),
    createdAt: z.nullish(withAssumption(IsoTimestamp, shown)),
    activatedAt: z.nullish(withAssumption(IsoTimestamp, shown)),
    archivedAt: z.nullish(withAssumption(IsoTimestamp, shown)),
  }),
);

const changedSchema = memoize(() =>
  withAssumption(connectionSchema(), 'the spec does not state this response'),
);

/** The side of the connection that the request is made for, if the account owns both. */
const asBusiness = memoize(() =>
  z.object({
    businessId: z.optional(withAssumption(Id, 'the spec has no business in this path')),
  }),
);

export const connection = defineOperations({
  list: {
    method: 'GET',
    path: '/api/connections',
    summary: 'List active and archived connections',
    effect: 'read',
    query: asBusiness,
    response: () => z.array(connectionSchema()),
  },
  get: {
    method: 'GET',
    path: '/api/connections/{connectionId}',
    summary: 'Show one connection',
    effect: 'read',
    query: asBusiness,
    response: connectionSchema,
  },
  setAlias: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/alias',
    summary: 'Set your own label for a connection',
    effect: 'set',
    query: asBusiness,
    body: () => z.object({ alias: z.string() }),
    response: changedSchema,
  },
  setTags: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/tags',
    summary: 'Replace the tags of a connection',
    effect: 'set',
    query: asBusiness,
    body: () => z.object({ tagIds: z.array(Id) }),
    response: changedSchema,
  },
  setSettings: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/settings',
    summary: 'Set the payment terms of a connection',
    effect: 'set',
    query: asBusiness,
    body: () =>
      z.object({
        netTerms: z.optional(z.nullable(z.number())),
        autoApprove: z.optional(
          withAssumption(
            z.object({ enabled: z.boolean(), maxAmount: z.nullish(Dollars) }),
            'auto-approval is mentioned, not shown',
          ),
        ),
      }),
    response: changedSchema,
  },
  archive: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/archive',
    summary: 'Archive a connection (no new payables on it)',
    effect: 'set',
    irreversible: true,
    query: asBusiness,
    response: changedSchema,
  },
  invoices: {
    method: 'GET',
    path: '/api/connections/{connectionId}/invoices',
    summary: 'List all payables of a connection',
    effect: 'read',
    query: asBusiness,
    response: () => z.array(payableSchema()),
  },
  exportCsv: {
    method: 'GET',
    path: '/api/connections/export-csv',
    summary: 'Export all connections as CSV',
    effect: 'read',
    query: asBusiness,
    produces: 'text/csv',
    response: csvFile,
  },
});
