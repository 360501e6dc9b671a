import type { Insertable } from 'kysely';
import type { EventType } from '../../api/operations/event-types.ts';
import type { HandlerContext } from '../context/handler-context.ts';
import { prepared } from '../database/prepared.ts';
import type { SandboxTables } from '../database/tables.ts';

/** The subject of an event: the id of a record, and the business that the event is about. */
interface EventSubject {
  readonly id: string;
  readonly businessId: string | null;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The resources of types whose first part is not the name of their resource. */
const resources: Readonly<Record<string, string>> = {
  accounting: 'accounting_integration',
  balance: 'business',
  pay_me_link: 'business',
  payment_link: 'payable',
};

/** Appends an event to the sandbox's event log, stamped with the domain clock. */
export async function emit(
  context: HandlerContext,
  type: EventType,
  { id, businessId, data = {} }: EventSubject,
): Promise<void> {
  const [prefix = ''] = type.split('.');
  await addEvent(context.db, {
    id: context.newId('evt'),
    type,
    at: context.now().toISOString(),
    resource_type: resources[prefix] ?? prefix,
    resource_id: id,
    business_id: businessId,
    data: JSON.stringify(data),
  });
}

const addEvent = prepared((db, row: Insertable<SandboxTables['events']>) =>
  db.insertInto('events').values(row),
);
