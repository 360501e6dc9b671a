import { columns } from '../../render/view.ts';

/** The columns of a connection. */
export const connectionColumns = columns(
  'id',
  'status:state',
  'businessName',
  'connectedBusinessName',
  'alias',
  'tags:json',
  'settings.netTerms:number',
);
