import { columns } from '../../render/view.ts';

/** The columns of a connection. */
export const connectionColumns = columns(
  'id #1',
  'status:state #3',
  'businessName #7',
  'connectedBusinessName #2',
  'alias #4',
  'tags:json #5',
  'settings.netTerms:number #6',
);
