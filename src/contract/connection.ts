/** Connections: schemas and operations. */

import type { Operations } from './operation.ts';
import { Payable } from './payable.ts';
import {
  CsvFile,
  Dollars,
  Id,
  IsoTimestamp,
  openEnum,
  optionalNullable,
  withAliases,
  withAssumption,
} from './schema/field-types.ts';
import * as z from './schema/schema.ts';

export type ConnectionStatus = z.output<typeof ConnectionStatus>;
/** The state of a connection. */
export const ConnectionStatus = z.enum(['active', 'pending', 'archived']);

const shown = 'the spec names no connection fields beyond its table';

export type Connection = z.output<typeof Connection>;
/** A connection between the business and a trading partner. */
export const Connection = z.looseObject({
  id: withAliases(Id, 'connectionId'),
  status: optionalNullable(openEnum(ConnectionStatus)),
  alias: optionalNullable(z.string()),
  tags: optionalNullable(z.array(z.unknown())),
  settings: optionalNullable(
    z.looseObject({
      netTerms: optionalNullable(z.number()),
      autoApprove: optionalNullable(
        withAssumption(
          z.looseObject({
            enabled: optionalNullable(z.boolean()),
            maxAmount: optionalNullable(Dollars),
          }),
          'auto-approval is mentioned, not shown',
        ),
      ),
    }),
  ),
  businessName: optionalNullable(z.string()),
  connectedBusinessName: optionalNullable(z.string()),
  businessId: optionalNullable(withAssumption(Id, shown)),
  connectedBusinessId: optionalNullable(withAssumption(Id, shown)),
  initiatedBy: optionalNullable(withAssumption(Id, shown)),
  invitationId: optionalNullable(withAssumption(Id, shown)),
  createdAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  activatedAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
  archivedAt: optionalNullable(withAssumption(IsoTimestamp, shown)),
});

const ConnectionPath = z.object({ connectionId: Id });
const Changed = withAssumption(Connection, 'the spec does not state this response');

/** The side of the connection that the request is made for, if the account owns both. */
const asBusiness = z.object({
  businessId: z.optional(withAssumption(Id, 'the spec has no business in this path')),
});

/** The operations on connections. */
export const connection = {
  list: {
    method: 'GET',
    path: '/api/connections',
    summary: 'List active and archived connections',
    effect: 'read',
    query: asBusiness,
    response: z.array(Connection),
  },
  get: {
    method: 'GET',
    path: '/api/connections/{connectionId}',
    summary: 'Show one connection',
    effect: 'read',
    params: ConnectionPath,
    query: asBusiness,
    response: Connection,
  },
  setAlias: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/alias',
    summary: 'Set your own label for a connection',
    effect: 'set',
    params: ConnectionPath,
    query: asBusiness,
    body: z.object({ alias: z.string() }),
    response: Changed,
  },
  setTags: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/tags',
    summary: 'Replace the tags of a connection',
    effect: 'set',
    params: ConnectionPath,
    query: asBusiness,
    body: z.object({ tagIds: z.array(Id) }),
    response: Changed,
  },
  setSettings: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/settings',
    summary: 'Set the payment terms of a connection',
    effect: 'set',
    params: ConnectionPath,
    query: asBusiness,
    body: z.object({
      netTerms: z.optional(z.number()),
      autoApprove: z.optional(
        withAssumption(
          z.object({ enabled: z.boolean(), maxAmount: z.optional(z.nullable(Dollars)) }),
          'auto-approval is mentioned, not shown',
        ),
      ),
    }),
    response: Changed,
  },
  archive: {
    method: 'PATCH',
    path: '/api/connections/{connectionId}/archive',
    summary: 'Archive a connection (no new payables on it)',
    effect: 'set',
    irreversible: true,
    params: ConnectionPath,
    query: asBusiness,
    response: Changed,
  },
  invoices: {
    method: 'GET',
    path: '/api/connections/{connectionId}/invoices',
    summary: 'List all payables of a connection',
    effect: 'read',
    params: ConnectionPath,
    query: asBusiness,
    response: z.array(Payable),
  },
  exportCsv: {
    method: 'GET',
    path: '/api/connections/export-csv',
    summary: 'Export all connections as CSV',
    effect: 'read',
    query: asBusiness,
    produces: 'text/csv',
    response: CsvFile,
  },
} as const satisfies Operations;
